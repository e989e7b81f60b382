package compare

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/task"
)

// Models for Config.Keep in addition to those of package linear.
const (
	KeepIGBO  = "igbo"          // the model that is trained with the order, or without it if the gate drops the order
	KeepPlain = "without-order" // the same model without the order
)

// Keeps returns the values of Config.Keep except "", which selects the default.
func Keeps() []string {
	list := []string{KeepIGBO, KeepPlain}
	for _, m := range linear.Methods() {
		list = append(list, string(m))
	}
	return list
}

// A CompetingMethod holds the errors of another method, with or without the order, on the test part of a fold.
type CompetingMethod struct {
	Method linear.Method `json:"method"`
	Errors Errors        `json:"errors"`
}

// tabular reports whether linear models for tables apply to the data.
func tabular(data igbo.Data) bool { return data.Steps == 1 && data.Mask == nil }

// constraints returns the order's constraints on the data's columns.
func (t *trainer) constraints(data igbo.Data) (linear.Constraints, error) {
	k, err := linear.ConstraintsOf(t.order, data.Features, t.groups)
	if err != nil {
		return k, fmt.Errorf("compare: %w", err)
	}
	return k, nil
}

// suite fits the competing methods that use the order. It returns none without an order, or if no method applies.
func (t *trainer) suite(data igbo.Data, inner []fold.Rows, o linear.SuiteOptions) ([]linear.Fitted, error) {
	if !t.cfg.CompetingMethods || t.order.Empty() || !tabular(data) || linear.Ridge.Applies(data, t.cfg.Loss, linear.Constraints{}) != "" {
		return nil, nil
	}
	k, err := t.constraints(data)
	if err != nil {
		return nil, err
	}
	o.Numbers, o.Inner, o.Strengths, o.Seed = t.numbers, inner, t.cfg.Penalties, uint64(t.cfg.Seed)
	fitted, err := linear.Suite(t.ctx, data, t.cfg.Loss, k, o)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	return fitted, nil
}

// competingMethods evaluates every competing method on the test part of a fold: the constant prediction, boosted trees, and other methods
// that use the order.
func (t *trainer) competingMethods(part *foldPart, train, test igbo.Data, inner []fold.Rows) error {
	if err := t.simple(part, train, test); err != nil {
		return err
	}
	if err := t.boosted(part, train, test, inner); err != nil {
		return err
	}
	fitted, err := t.suite(train, inner, linear.SuiteOptions{Chains: t.cfg.Chains, Burn: t.cfg.Burn, Draws: t.cfg.Draws})
	if err != nil {
		return err
	}
	for _, f := range fitted {
		if f.Method == linear.Ridge {
			continue // which is evaluated in any case
		}
		if err := t.add(part, f.Method, f.Predict(test.X), test); err != nil {
			return err
		}
	}
	return nil
}

// add evaluates predictions for the test part of a table with one output.
func (t *trainer) add(part *foldPart, m linear.Method, y []float64, test igbo.Data) error {
	e, err := t.cfg.Loss.Metrics(task.Predictions{Outputs: 1, Values: y, Targets: test.Y, Weights: test.Weights})
	if err != nil {
		return err
	}
	part.Fold.CompetingMethods = append(part.Fold.CompetingMethods, CompetingMethod{m, errorsOf(t.cfg.Loss, e)})
	return part.keepRows(string(m), t.cfg.Loss, 1, y, test)
}

// signs returns the directions of the data's columns, nil if none are known or the model does not use them.
func (t *trainer) signs(data igbo.Data) ([]int, error) {
	if t.cfg.network() || t.cfg.outputs() != 1 {
		return nil, nil
	}
	signs, err := t.order.Signs(data.Features, t.groups, true)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	if !some(signs) {
		return nil, nil
	}
	return signs, nil
}

// some reports whether any direction is known.
func some(signs []int) bool { return slices.ContainsFunc(signs, func(s int) bool { return s != 0 }) }

// signed trains a linear model with the order whose weights keep their directions, w_j = s_j·|θ_j|, from ridge's weights.
func (t *trainer) signed(data igbo.Data, fit *linear.Model, penalty float64, signs []int) (*igbo.Model, error) {
	cfg := t.settings(data, penalty)
	cfg.Model, cfg.Function, cfg.DType = models.CustomSpec("signed"), attribution.Unmasked(models.SignedLinear(signs)), "float64"
	start, err := t.begin(cfg, data, &linear.Model{Units: fit.Units, Theta: models.Unsigned(fit.Theta, signs)})
	if err != nil {
		return nil, err
	}
	trained, err := igbo.TrainFrom(t.ctx, start, cfg, data, t.order)
	if err != nil {
		return nil, err
	}
	theta, err := models.LinearTheta(trained.Model, 1)
	if err != nil {
		return nil, err
	}
	return t.start(data, &linear.Model{Units: fit.Units, Theta: models.Signed(theta, signs)}, penalty)
}

// asRidge returns the linear models of a fit with one output, in the units of a model of the data.
func (t *trainer) asRidge(data igbo.Data, f linear.Fitted) *linear.Model {
	u, members := samples.Standardization(data.View(nil), t.cfg.Loss.ScalesTarget()), f.Members
	if members == nil {
		w := f.Model.Weights()
		members = [][]float64{append(w, f.Model.Predict(make([]float64, len(w)))[0])}
	}
	d, m := len(members[0])-1, &linear.Model{Units: u}
	for _, w := range members {
		bias := w[d] - u.TargetShift
		for j, v := range w[:d] {
			m.Theta = append(m.Theta, v*u.Scale[j]/u.TargetScale)
			bias += v * u.Shift[j]
		}
		m.Theta = append(m.Theta, bias/u.TargetScale)
	}
	return m
}
