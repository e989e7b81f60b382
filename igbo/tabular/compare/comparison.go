package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// A Comparison holds the answers, the ranking of all models, the results of each fold, and the saved model.
type Comparison struct {
	Config  Config `json:"config"`
	Samples int    `json:"samples"`
	// Steps is T, 1 for tables. For series, Samples counts series.
	Steps   int      `json:"steps"`
	Names   []string `json:"features"`
	Target  string   `json:"target,omitempty"`
	Classes []string `json:"classes,omitempty"`
	// Columns describes how each column of a table is used. Rows is the number of rows; LeftOut counts those that were left out because they
	// lack a value. Warnings are about the procedure.
	Columns  []encode.Line `json:"columns,omitempty"`
	Rows     int           `json:"rows,omitempty"`
	LeftOut  int           `json:"left_out,omitempty"`
	Warnings []string      `json:"warnings,omitempty"`
	// Unfinished describes the folds that were not run in the given time (workflow.Options.Until), if any. The comparison does not include
	// them.
	Unfinished string `json:"unfinished,omitempty"`
	// Order is the DAG learned from all data.
	Order *dag.DAG `json:"order"`
	// Outcome is the outcome of Holds, or of Use without an order. Sentence joins the answers.
	Outcome  Outcome `json:"outcome"`
	Sentence string  `json:"sentence"`
	// Holds, Helps and Use answer three questions: whether the order holds in these data, whether it helps to know it, and which model to use.
	// Holds and Helps are nil without an order. Helps is also nil if no model learns how far to trust the order.
	Holds *Answer `json:"holds,omitempty"`
	Helps *Answer `json:"helps,omitempty"`
	Use   Answer  `json:"use"`
	// NoPosterior is the reason why no posterior was fitted, "" if one was.
	NoPosterior string `json:"no_posterior,omitempty"`
	// Agreeing is the share of folds in which the models of Holds have the same loss.
	Agreeing float64 `json:"agreeing,omitempty"`
	// TrainRatio is the mean loss on the training parts with the order divided by ridge's, and TestRatio the same on the test parts. HStart is
	// the mean interpretability loss at the start, and HeldStart the share of constraints that hold there.
	TrainRatio float64 `json:"train_ratio"`
	TestRatio  float64 `json:"test_ratio"`
	HStart     float64 `json:"h_start"`
	HeldStart  float64 `json:"held_start"`
	// Folds holds the results of each fold.
	Folds []Fold `json:"folds"`
	// Kept is the name of the saved model, as in Config.Keep. Ranking compares all models with ridge.
	Kept    string         `json:"kept"`
	Ranking []RankingEntry `json:"standings"`
	// Known summarises the posterior under the soft order; nil if it does not apply.
	Known *Known `json:"known,omitempty"`
	// Follows reports whether the final model was trained with the order. Without a gate it is always true. With a gate it is true if the
	// order does not increase the mean loss over the folds.
	Follows bool `json:"follows"`
	// ScoresWithout, ScoresWith and ScoresKept are the models' mean scores on all data.
	ScoresWithout []float64 `json:"scores_without"`
	ScoresWith    []float64 `json:"scores_with"`
	ScoresKept    []float64 `json:"scores_kept"`
	// Files holds the final model.
	Files igbo.Files `json:"-"`

	keepable []string // the values of Config.Keep that apply
}

// conclude computes the answers from the folds and the final models. rows holds the losses of single samples.
func (v *Comparison) conclude(ratio float64, final finalPart, rows []foldPart) {
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

func (v *Comparison) each(of func(Fold) float64) []float64 {
	values := make([]float64, len(v.Folds))
	for i, f := range v.Folds {
		values[i] = of(f)
	}
	return values
}

// partly describes the folds that were not run in time. It returns an error if too few folds remain
// for a comparison.
func (v *Comparison) partly(folds int, model bool) error {
	switch n := len(v.Folds); {
	case n == folds && model:
	case n < 2 || !model:
		return fmt.Errorf("compare: stopping at the time limit: %d of %d folds are done and the final model was%s trained; a comparison needs 2 folds and the model (repeat the same call to resume)", n, folds, map[bool]string{false: " not"}[model])
	default:
		v.Unfinished = fmt.Sprintf("%d of %d folds were not evaluated within the time limit, so the result is from the other folds; run the same command again to resume", folds-n, folds)
		v.Warnings = append(slices.Clone(v.Warnings), v.Unfinished)
	}
	return nil
}

// check returns an error for a nil or incomplete comparison.
func (v *Comparison) check() error {
	switch {
	case v == nil || len(v.Folds) == 0 || v.Order == nil:
		return errors.New("compare: checking a comparison: the comparison is empty; use one that Evaluate or Read returned")
	case v.Config.Folds < 2 || !slices.Equal(v.Order.Features, v.Names) || len(v.ScoresWithout) != len(v.Names) || len(v.ScoresWith) != len(v.Names):
		return fmt.Errorf("compare: checking a comparison: its folds, order or scores do not fit its %d features; use one that Evaluate or Read returned", len(v.Names))
	}
	return nil
}

// orNone returns the comparison, or an empty one for nil.
func (v *Comparison) orNone() *Comparison {
	if v.check() != nil {
		return &Comparison{Order: &dag.DAG{}}
	}
	return v
}

// ordered reports whether the order has constraints.
func (v *Comparison) ordered() bool {
	return !v.Order.Empty()
}
