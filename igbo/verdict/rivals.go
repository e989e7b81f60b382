package verdict

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
	"github.com/igbolab/igbolab/igbo/task/ordered"
	"github.com/igbolab/igbolab/igbo/verdict/ridge"
)

// The models of Config.Keep beside those of package ordered.
const (
	KeepIGBO  = "igbo"          // the model that is trained with the order, or by the gate without it
	KeepPlain = "without-order" // the same without the order
)

// Keeps are the values of Config.Keep, but for "", which leaves the choice to what applies.
func Keeps() []string {
	list := []string{KeepIGBO, KeepPlain}
	for _, m := range ordered.Methods() {
		list = append(list, string(m))
	}
	return list
}

// Rival is what another way to use the order, or none, misses on the test part of a fold.
type Rival struct {
	Method ordered.Method `json:"method"`
	Errors Errors         `json:"errors"`
}

// tabular tells whether data are those of linear models of a table.
func tabular(data igbo.Data) bool { return data.Steps == 1 && data.Mask == nil }

// lines is data as package linear has them.
func lines(data igbo.Data) linear.Data {
	return linear.Data{D: len(data.Features), X: data.X, Y: data.Y, Weights: data.Weights}
}

// knowledge is what the order says of the data's columns.
func (t *trainer) knowledge(data igbo.Data) (ordered.Knowledge, error) {
	k, err := ordered.Of(t.order, data.Features, t.groups)
	if err != nil {
		return k, fmt.Errorf("verdict: %w", err)
	}
	return k, nil
}

// suite fits the other ways to use the order; none where there is no order, or nothing applies.
func (t *trainer) suite(data igbo.Data, inner []fold.Rows, o ordered.Options) ([]ordered.Fitted, error) {
	if !t.cfg.Rivals || t.order.Empty() || !tabular(data) || ordered.Ridge.Applies(lines(data), t.cfg.Loss, ordered.Knowledge{}) != "" {
		return nil, nil
	}
	k, err := t.knowledge(data)
	if err != nil {
		return nil, err
	}
	o.Numbers, o.Inner, o.Strengths, o.Seed = t.numbers, inner, t.cfg.Penalties, uint64(t.cfg.Seed)
	fitted, err := ordered.Suite(t.ctx, lines(data), t.cfg.Loss, k, o)
	if err != nil {
		return nil, fmt.Errorf("verdict: %w", err)
	}
	return fitted, nil
}

// rivals judges every other model on the test part of a fold: the constant prediction, boosted trees, and the other ways to use the order.
func (t *trainer) rivals(part *foldPart, train, test igbo.Data, inner []fold.Rows) error {
	if err := t.simple(part, train, test); err != nil {
		return err
	}
	if err := t.boosted(part, train, test, inner); err != nil {
		return err
	}
	fitted, err := t.suite(train, inner, ordered.Options{Chains: t.cfg.Chains, Burn: t.cfg.Burn, Draws: t.cfg.Draws})
	if err != nil {
		return err
	}
	for _, f := range fitted {
		if f.Method == ordered.Ridge {
			continue // which is judged in any case
		}
		if err := t.add(part, f.Method, f.Predict(test.X), test); err != nil {
			return err
		}
	}
	return nil
}

// add judges predictions of the test part of a table, one output each.
func (t *trainer) add(part *foldPart, m ordered.Method, y []float64, test igbo.Data) error {
	e, err := t.cfg.Loss.Metrics(task.Sample{Outputs: 1, Predictions: y, Targets: test.Y, Weights: test.Weights})
	if err != nil {
		return err
	}
	part.Fold.Rivals = append(part.Fold.Rivals, Rival{m, errorsOf(t.cfg.Loss, e)})
	return part.keepRows(string(m), t.cfg.Loss, 1, y, test)
}

// signs are the directions of the data's columns, nil where none are known or the model does not take them.
func (t *trainer) signs(data igbo.Data) ([]int, error) {
	if t.cfg.network() || t.cfg.outputs() != 1 {
		return nil, nil
	}
	signs, err := t.order.Signs(data.Features, t.groups, true)
	if err != nil {
		return nil, fmt.Errorf("verdict: %w", err)
	}
	if !some(signs) {
		return nil, nil
	}
	return signs, nil
}

// some reports whether any direction is known.
func some(signs []int) bool { return slices.ContainsFunc(signs, func(s int) bool { return s != 0 }) }

// signed trains a linear model with the order whose weights keep their directions, w_j = s_j·|θ_j|, from ridge's weights.
func (t *trainer) signed(data igbo.Data, fit *ridge.Model, penalty float64, signs []int) (*igbo.Model, error) {
	cfg := t.settings(data, penalty)
	cfg.Model, cfg.Function, cfg.DType = models.CustomSpec("signed"), attribution.Unmasked(models.SignedLinear(signs)), "float64"
	weights := models.Unsigned(mat.Col(nil, 0, fit.Theta), signs)
	start, err := t.begin(cfg, data, &ridge.Model{Units: fit.Units, Theta: mat.NewDense(len(weights), 1, weights)})
	if err != nil {
		return nil, err
	}
	trained, err := igbo.TrainFrom(t.ctx, start, cfg, data, t.order)
	if err != nil {
		return nil, err
	}
	theta, err := linearOf(trained.Model)
	if err != nil {
		return nil, err
	}
	theta = models.Signed(theta, signs)
	return t.start(data, &ridge.Model{Units: fit.Units, Theta: mat.NewDense(len(theta), 1, theta)}, penalty)
}

// asRidge are linear models of one output, the members of one that is fitted or it alone, in the units that a model of the data has.
func (t *trainer) asRidge(data igbo.Data, f ordered.Fitted) *ridge.Model {
	u, members := ridge.Measure(ridge.Of(data, nil), t.cfg.Loss), f.Members
	if members == nil {
		w := f.Model.Weights()
		members = [][]float64{append(w, f.Model.Predict(make([]float64, len(w)))[0])}
	}
	d := len(members[0]) - 1
	theta := mat.NewDense(d+1, len(members), nil)
	for k, w := range members {
		bias := w[d] - u.TargetShift
		for j, v := range w[:d] {
			theta.Set(j, k, v*u.Scale[j]/u.TargetScale)
			bias += v * u.Shift[j]
		}
		theta.Set(d, k, bias/u.TargetScale)
	}
	return &ridge.Model{Units: u, Theta: theta}
}
