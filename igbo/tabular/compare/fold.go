package compare

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/compare/parts"
)

// A Fold holds the results of one fold.
type Fold struct {
	// Ridge, Without and With are the errors on the test part: of ridge regression, and of the model without and with the order.
	Ridge   Errors `json:"ridge"`
	Without Errors `json:"without"`
	With    Errors `json:"with"`
	// CompetingMethods holds the errors of the competing methods.
	CompetingMethods []CompetingMethod `json:"rivals,omitempty"`
	// Held is the spread of the targets of the test part.
	Held Spread `json:"held_targets"`
	// Kept reports, if there is a gate, whether the inner folds kept the order. InnerWithout and InnerWith are their losses.
	Kept         bool    `json:"kept"`
	InnerWithout float64 `json:"inner_without,omitempty"`
	InnerWith    float64 `json:"inner_with,omitempty"`
	// Penalty is the penalty of ridge, Decay the weight decay of the network.
	Penalty float64 `json:"penalty"`
	Decay   float64 `json:"decay,omitempty"`
	// RidgeTrain, WithoutTrain and WithTrain are the losses on the training part.
	RidgeTrain   float64 `json:"ridge_train"`
	WithoutTrain float64 `json:"without_train"`
	WithTrain    float64 `json:"with_train"`
	// HStart, HWithout and HWith are the interpretability losses on the training part, at the start and after both trainings. HeldStart,
	// HeldWithout and HeldWith are the shares of the order's constraints that hold.
	HStart      float64 `json:"h_start"`
	HWithout    float64 `json:"h_without"`
	HWith       float64 `json:"h_with"`
	HeldStart   float64 `json:"held_start"`
	HeldWithout float64 `json:"held_without"`
	HeldWith    float64 `json:"held_with"`
}

// foldSettings holds everything on which a fold depends.
type foldSettings struct {
	Config Config
	Part   parts.Part
	// Numbers is the number of values in all data. It decides which methods apply, in the folds and for the final model.
	Numbers int
}

// newTrainer returns the trainer of a part, with its training data in a space, which the caller closes.
func newTrainer(ctx context.Context, w *workflow.Work, cfg Config, p parts.Part) (t *trainer, data igbo.Data, err error) {
	t = &trainer{ctx: ctx, backend: w.Backend, cfg: cfg.byRow(), groups: p.Groups, order: &dag.DAG{}, step: w.Step, seed: uint64(cfg.Seed), space: p.Space()}
	if err := json.Unmarshal(p.Order, t.order); err != nil {
		return t, data, err
	}
	if data, t.clusters, err = p.TrainIn(t.space); err != nil {
		return t, data, err
	}
	data, err = cfg.weighted(t.space, data)
	return t, data, err
}

// judge runs one fold.
func judge(ctx context.Context, w *workflow.Work, s foldSettings) (part foldPart, err error) {
	f := &part.Fold
	t, train, err := newTrainer(ctx, w, s.Config, s.Part)
	defer func() { err = errors.Join(err, t.space.Close()) }()
	if err != nil {
		return part, err
	}
	test, err := s.Part.TestIn(t.space)
	if err != nil {
		return part, err
	}
	if test, err = s.Config.weighted(t.space, test); err != nil {
		return part, err
	}
	s.Config = s.Config.byRow()
	if train.Samples()+test.Samples() <= mostRows {
		if part.Units, err = s.Part.TestUnits(); err != nil {
			return part, err
		}
		part.Rows = map[string][]float64{}
	}
	t.numbers = s.Numbers
	inner, c, fit, err := t.choose(train)
	if err != nil {
		return part, err
	}
	f.Penalty, f.Decay, f.Held = c.ridge, c.decay, spreadOf(test.View(nil), s.Config.Loss)
	if f.Ridge, err = t.errorsOfRidge(fit, test.View(nil)); err != nil {
		return part, err
	}
	if part.Units != nil {
		if err := part.keepRows(string(linear.Ridge), s.Config.Loss, s.Config.outputs(), fit.PredictRows(test.View(nil)), test); err != nil {
			return part, err
		}
	}
	if err := t.competingMethods(&part, train, test, inner); err != nil {
		return part, err
	}
	p, err := t.pair(train, fit, c.of(s.Config))
	if err != nil {
		return part, err
	}
	if f.Without, err = t.measure(&part, KeepPlain, p.without, test); err != nil {
		return part, err
	}
	if f.With, err = t.measure(&part, KeepIGBO, p.with, test); err != nil {
		return part, err
	}
	if err := t.diagnose(f, train, fit, p); err != nil {
		return part, err
	}
	if s.Config.Gate {
		err = t.gate(f, train, inner, c)
	}
	return part, err
}

// chosen holds the penalties that the inner folds chose.
type chosen struct{ ridge, decay float64 }

// of returns the penalty of the model.
func (c chosen) of(cfg Config) float64 {
	if cfg.network() {
		return c.decay
	}
	return c.ridge
}

// choose splits the data into inner folds, chooses the penalties, and fits ridge.
func (t *trainer) choose(data igbo.Data) (inner []fold.Rows, c chosen, fit *linear.Model, err error) {
	if inner, err = t.inner(data); err != nil {
		return nil, c, nil, err
	}
	if c.ridge, err = t.penalty(data, inner); err == nil && t.cfg.network() {
		c.decay, err = t.decay(data, inner)
	}
	if err != nil {
		return nil, c, nil, err
	}
	fit, err = t.fit(data, nil, c.ridge)
	return inner, c, fit, err
}

// fit fits ridge on samples, nil for all, with one penalty.
func (t *trainer) fit(data igbo.Data, samples []int, penalty float64) (*linear.Model, error) {
	fits, err := linear.Path(t.ctx, data.View(samples), t.cfg.Loss, t.cfg.outputs(), []float64{penalty})
	if err != nil {
		return nil, err
	}
	return fits[0], nil
}

// diagnose computes the diagnostics on the training part.
func (t *trainer) diagnose(f *Fold, data igbo.Data, fit *linear.Model, p pair) error {
	e, err := t.errorsOfRidge(fit, data.View(nil))
	if err != nil {
		return err
	}
	f.RidgeTrain = e.Loss
	var unused float64
	for _, of := range []struct {
		model         *igbo.Model
		loss, h, held *float64
	}{{p.start, &unused, &f.HStart, &f.HeldStart}, {p.without, &f.WithoutTrain, &f.HWithout, &f.HeldWithout}, {p.with, &f.WithTrain, &f.HWith, &f.HeldWith}} {
		e, err := t.evaluate(of.model, data, t.order)
		if err != nil {
			return err
		}
		*of.loss, *of.h, *of.held = errorsOf(t.cfg.Loss, e.Metrics).Loss, e.Interpretability.Loss, e.Interpretability.Share()
	}
	return nil
}

// gate trains both models on the inner folds, and keeps the order if it does not increase the mean loss over their samples.
func (t *trainer) gate(f *Fold, data igbo.Data, inner []fold.Rows, c chosen) error {
	for _, rows := range inner {
		err := t.within(data, rows, func(part, held igbo.Data) error { return t.gateOn(f, part, held, c, data.View(nil).Rows()) })
		if err != nil {
			return err
		}
	}
	f.Kept = f.InnerWith <= f.InnerWithout
	return nil
}

// gateOn adds the losses of both models on one inner fold.
func (t *trainer) gateOn(f *Fold, part, held igbo.Data, c chosen, all int) error {
	fit, err := t.fit(part, nil, c.ridge)
	if err != nil {
		return err
	}
	p, err := t.pair(part, fit, c.of(t.cfg))
	if err != nil {
		return err
	}
	for _, arm := range []struct {
		model *igbo.Model
		sum   *float64
	}{{p.without, &f.InnerWithout}, {p.with, &f.InnerWith}} {
		e, err := t.errorsOf(arm.model, held)
		if err != nil {
			return err
		}
		*arm.sum += e.Loss * float64(held.View(nil).Rows()) / float64(all)
	}
	return nil
}

// within passes both sides of an inner fold to do, and then frees them.
func (t *trainer) within(data igbo.Data, rows fold.Rows, do func(part, held igbo.Data) error) (err error) {
	space, clusters := t.space.Like(), t.clusters
	defer func() { t.clusters, err = clusters, errors.Join(err, space.Close()) }()
	t.clusters = fold.Take(clusters, 1, rows.Train)
	part, err := samples.TakeIn(space, data, rows.Train)
	if err != nil {
		return err
	}
	held, err := samples.TakeIn(space, data, rows.Test)
	if err != nil {
		return err
	}
	return do(part, held)
}

// gated returns the errors of the gated model.
func (f Fold) gated() Errors {
	if f.Kept {
		return f.With
	}
	return f.Without
}
