package verdict

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// Verdict is what is found.
type Verdict struct {
	Config  Config `json:"config"`
	Samples int    `json:"samples"`
	// Steps is T, 1 for tables; Samples are then series.
	Steps   int      `json:"steps"`
	Names   []string `json:"features"`
	Target  string   `json:"target,omitempty"`
	Classes []string `json:"classes,omitempty"`
	// Columns say what each column of a table was taken for. Of Rows rows LeftOut lack a value and were left out. Warnings are about how
	// the data were judged.
	Columns  []encode.Line `json:"columns,omitempty"`
	Rows     int           `json:"rows,omitempty"`
	LeftOut  int           `json:"left_out,omitempty"`
	Warnings []string      `json:"warnings,omitempty"`
	// Unfinished says how many folds were not judged in the time that was given (study.Options.Until), of which the verdict knows nothing.
	Unfinished string `json:"unfinished,omitempty"`
	// Order is the DAG of all data.
	Order *dag.DAG `json:"order"`
	// Outcome is that of Holds, or of Use if there is no order. Sentence joins the answers.
	Outcome  Outcome `json:"outcome"`
	Sentence string  `json:"sentence"`
	// Holds, Helps and Use answer three questions: whether the order holds in these data, whether knowing it helps, and
	// which model to use. Holds and Helps are nil without an order, Helps also where no model learns how far to trust it.
	Holds *Answer `json:"holds,omitempty"`
	Helps *Answer `json:"helps,omitempty"`
	Use   Answer  `json:"use"`
	// NoPosterior is the reason why no posterior was fitted, "" if one was.
	NoPosterior string `json:"no_posterior,omitempty"`
	// Agreeing is the share of folds in which the models of Holds have the same loss.
	Agreeing float64 `json:"agreeing,omitempty"`
	// TrainRatio is the mean loss on the training parts with the order over ridge's, TestRatio that on
	// the test parts; HStart is the mean interpretability loss at the start, HeldStart the share
	// of constraints that hold there.
	TrainRatio float64 `json:"train_ratio"`
	TestRatio  float64 `json:"test_ratio"`
	HStart     float64 `json:"h_start"`
	HeldStart  float64 `json:"held_start"`
	// Folds are what each fold says.
	Folds []Fold `json:"folds"`
	// Kept is the model that is kept, as Config.Keep has it; Standings compare all models with ridge.
	Kept      string     `json:"kept"`
	Standings []Standing `json:"standings"`
	// Known is what the posterior under the soft order says, where it applies.
	Known *Known `json:"known,omitempty"`
	// Follows tells whether the final model was trained with the order: always without a gate; with one, where
	// the order's mean loss over the folds is not larger.
	Follows bool `json:"follows"`
	// ScoresWithout, ScoresWith and ScoresKept are the mean scores of the models on all data.
	ScoresWithout []float64 `json:"scores_without"`
	ScoresWith    []float64 `json:"scores_with"`
	ScoresKept    []float64 `json:"scores_kept"`
	// Files is the final model.
	Files igbo.Files `json:"-"`

	keepable []string // the values of Config.Keep that apply
}

// conclude draws the conclusions from the folds and the final models. rows holds the losses of single samples.
func (v *Verdict) conclude(ratio float64, final finalPart, rows []foldPart) {
	ridge := v.each(func(f Fold) float64 { return f.Ridge.Loss })
	without := v.each(func(f Fold) float64 { return f.Without.Loss })
	with := v.each(func(f Fold) float64 { return f.With.Loss })
	v.Follows = !v.Config.Gate || stat.Mean(with, nil) <= stat.Mean(without, nil) || !v.ordered()
	v.TrainRatio = quotient(v.each(func(f Fold) float64 { return f.WithTrain }), v.each(func(f Fold) float64 { return f.RidgeTrain }))
	v.TestRatio = quotient(with, ridge)
	v.HStart = stat.Mean(v.each(func(f Fold) float64 { return f.HStart }), nil)
	v.HeldStart = stat.Mean(v.each(func(f Fold) float64 { return f.HeldStart }), nil)
	v.ScoresWithout, v.ScoresWith = final.ScoresWithout, final.ScoresWith
	v.Files, v.Kept, v.ScoresKept, v.Known, v.NoPosterior = final.Kept, final.KeptAs, final.ScoresKept, final.Known, final.NoPosterior
	v.keepable = final.Keepable
	if v.Kept == KeepIGBO && !v.Follows {
		v.Files, v.Kept, v.ScoresKept = final.Without, KeepPlain, final.ScoresWithout
	}
	if v.Known != nil && v.Known.Warning != "" {
		v.Warnings = append(slices.Clone(v.Warnings), v.Known.Warning)
	}
	v.answer(judgement{v, v.models(rows), rows, v.comparison(ratio, rows)})
}

// quotient returns the ratio of two means, 1 where both are 0.
func quotient(a, b []float64) float64 {
	return math.Exp(logRatio(stat.Mean(a, nil), stat.Mean(b, nil)))
}

func (v *Verdict) each(of func(Fold) float64) []float64 {
	values := make([]float64, len(v.Folds))
	for i, f := range v.Folds {
		values[i] = of(f)
	}
	return values
}

// partly says what was not done in time. Error: too little for a verdict.
func (v *Verdict) partly(folds int, model bool) error {
	switch n := len(v.Folds); {
	case n == folds && model:
	case n < 2 || !model:
		return fmt.Errorf("verdict: in the time given %d of %d folds were judged and the model on all data was%s trained, expected 2 folds and the model at least: the same call goes on from there", n, folds, map[bool]string{false: " not"}[model])
	default:
		v.Unfinished = fmt.Sprintf("%d of %d folds were not judged in the time given: the result is that of the others; the same command resumes", folds-n, folds)
		v.Warnings = append(slices.Clone(v.Warnings), v.Unfinished)
	}
	return nil
}

// check finds what is no verdict: none, or one that was not read whole.
func (v *Verdict) check() error {
	switch {
	case v == nil || len(v.Folds) == 0 || v.Order == nil:
		return errors.New("verdict: no verdict, expected one that Evaluate returned")
	case v.Config.Folds < 2 || !slices.Equal(v.Order.Features, v.Names) || len(v.ScoresWithout) != len(v.Names) || len(v.ScoresWith) != len(v.Names):
		return fmt.Errorf("verdict: a verdict on %d features with an order of %d and scores of %d, expected one that Evaluate returned", len(v.Names), len(v.Order.Features), len(v.ScoresWith))
	}
	return nil
}

// orNone is the verdict, or an empty one where it is none.
func (v *Verdict) orNone() *Verdict {
	if v.check() != nil {
		return &Verdict{Order: &dag.DAG{}}
	}
	return v
}

// ordered tells whether the order says anything.
func (v *Verdict) ordered() bool {
	return !v.Order.Empty()
}
