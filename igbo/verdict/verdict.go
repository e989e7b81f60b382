package verdict

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// Outcome is what the order does.
type Outcome string

// The outcomes.
const (
	Helps        Outcome = "helps"
	Costs        Outcome = "costs"
	NoDifference Outcome = "makes no difference" // as the model follows it by itself, or it says nothing
	Untold       Outcome = "cannot be told"      // at this number of samples
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
	// Outcome and Sentence are the verdict.
	Outcome  Outcome `json:"outcome"`
	Sentence string  `json:"sentence"`
	// Gain is by how much of the mean loss without the order the loss is smaller with it, Gated the same
	// of the gated model, AgainstRidge the share of ridge's loss by which the model with the order is better than ridge;
	// each with its corrected interval.
	// Agreeing is the share of folds in which both models are the same, for which Gain and Gated are wider than the corrected interval.
	Gain         Interval  `json:"gain"`
	Agreeing     float64   `json:"agreeing,omitempty"`
	Gated        *Interval `json:"gated,omitempty"`
	AgainstRidge Interval  `json:"against_ridge"`
	// TrainRatio is the mean loss on the training parts with the order over ridge's, TestRatio that on
	// the test parts; HStart is the mean interpretability loss at the start, HeldStart the share
	// of constraints that hold there.
	TrainRatio float64 `json:"train_ratio"`
	TestRatio  float64 `json:"test_ratio"`
	HStart     float64 `json:"h_start"`
	HeldStart  float64 `json:"held_start"`
	// Folds are what each fold says.
	Folds []Fold `json:"folds"`
	// Effect is by how much of the loss of the same model without the order the kept model's is smaller; of IGBO it is Gain.
	Effect Interval `json:"effect"`
	// Kept is the model that is kept, as Config.Keep has it; Standings are all models beside ridge.
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
}

// conclude folds the folds.
func (v *Verdict) conclude(ratio float64, final finalPart) (err error) {
	ridge := v.each(func(f Fold) float64 { return f.Ridge.Loss })
	without := v.each(func(f Fold) float64 { return f.Without.Loss })
	with := v.each(func(f Fold) float64 { return f.With.Loss })
	v.Agreeing = agreeing(without, with)
	if v.Gain, err = v.gain(without, with, ratio, true); err != nil {
		return err
	}
	if v.AgainstRidge, err = v.gain(ridge, with, ratio, false); err != nil {
		return err
	}
	v.Follows = true
	if v.Config.Gate {
		gated, err := v.gain(without, v.each(func(f Fold) float64 { return f.gated().Loss }), ratio, true)
		if err != nil {
			return err
		}
		v.Gated, v.Follows = &gated, v.Gain.Mean >= 0 || !v.ordered()
	}
	v.TrainRatio = stat.Mean(v.each(func(f Fold) float64 { return f.WithTrain }), nil) / stat.Mean(v.each(func(f Fold) float64 { return f.RidgeTrain }), nil)
	v.TestRatio = stat.Mean(with, nil) / stat.Mean(ridge, nil)
	v.HStart = stat.Mean(v.each(func(f Fold) float64 { return f.HStart }), nil)
	v.HeldStart = stat.Mean(v.each(func(f Fold) float64 { return f.HeldStart }), nil)
	v.ScoresWithout, v.ScoresWith = final.ScoresWithout, final.ScoresWith
	v.Files, v.Kept, v.ScoresKept, v.Known = final.Kept, final.KeptAs, final.ScoresKept, final.Known
	if v.Kept == KeepIGBO && !v.Follows {
		v.Files, v.Kept, v.ScoresKept = final.Without, KeepPlain, final.ScoresWithout
	}
	if err := v.stand(ratio); err != nil {
		return err
	}
	v.Effect = v.Gain
	if with, without := v.twin(); with != nil && without != nil {
		if v.Effect, err = v.gain(without, with, ratio, true); err != nil {
			return err
		}
	}
	v.decide()
	return nil
}

func (v *Verdict) each(of func(Fold) float64) []float64 {
	values := make([]float64, len(v.Folds))
	for i, f := range v.Folds {
		values[i] = of(f)
	}
	return values
}

// gain is the interval of the mean of a − b, as a share of the mean of a; of an order's effect it is wider by what folds cannot show
// in which it does nothing.
func (v *Verdict) gain(a, b []float64, ratio float64, ofOrder bool) (Interval, error) {
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
	}
	i, err := Corrected(differences, ratio, v.Config.Level)
	mean := stat.Mean(a, nil)
	if ofOrder {
		i = v.agreement().widen(i, mean, v.Config.Level)
	}
	if mean > 0 {
		i = i.times(1 / mean)
	}
	return i, err
}

// partly says what was not done in time. Error: too little for a verdict.
func (v *Verdict) partly(folds int, model bool) error {
	switch n := len(v.Folds); {
	case n == folds && model:
	case n < 2 || !model:
		return fmt.Errorf("verdict: in the time given %d of %d folds were judged and the model on all data was%s trained, expected 2 folds and the model at least: the same call goes on from there", n, folds, map[bool]string{false: " not"}[model])
	default:
		v.Unfinished = fmt.Sprintf("%d of %d folds were not judged in the time given; the verdict is about the others, and the same call goes on from there", folds-n, folds)
		v.Warnings = append(slices.Clone(v.Warnings), v.Unfinished)
	}
	return nil
}

// check finds what is no verdict: none, or one that was not read whole.
func (v *Verdict) check() error {
	switch {
	case v == nil || len(v.Folds) == 0 || v.Order == nil:
		return errors.New("verdict: no verdict, expected one that Evaluate returned")
	case v.Config.Folds < 2 || v.Config.Gate && v.Gated == nil || !slices.Equal(v.Order.Features, v.Names) || len(v.ScoresWithout) != len(v.Names) || len(v.ScoresWith) != len(v.Names):
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
