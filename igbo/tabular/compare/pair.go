package compare

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// pair holds a start and the two models that are trained from it by the same steps.
type pair struct{ start, without, with *igbo.Model }

// pair trains both models from each start, and averages over several starts.
func (t *trainer) pair(data igbo.Data, fit *linear.Model, penalty float64) (p pair, err error) {
	if t.cfg.starts() == 1 {
		return t.single(data, fit, penalty)
	}
	var all [3][]*igbo.Model
	for i := range t.cfg.Starts {
		own := *t
		own.cfg.Seed += int64(i)
		p, err := own.single(data, fit, penalty)
		if err != nil {
			return p, err
		}
		t.done = own.done
		for k, m := range []*igbo.Model{p.start, p.without, p.with} {
			all[k] = append(all[k], m)
		}
	}
	for k, to := range []**igbo.Model{&p.start, &p.without, &p.with} {
		e, err := igbo.NewEnsemble(all[k]...)
		if err != nil {
			return p, err
		}
		if *to, err = e.Model(); err != nil {
			return p, err
		}
	}
	return p, nil
}

// single trains both models from one start.
func (t *trainer) single(data igbo.Data, fit *linear.Model, penalty float64) (p pair, err error) {
	if p.start, err = t.start(data, fit, penalty); err != nil {
		return p, err
	}
	for _, arm := range []struct {
		order *dag.DAG
		model **igbo.Model
	}{{nil, &p.without}, {t.order, &p.with}} {
		if signs, err := t.signs(data); err != nil || signs != nil && arm.order != nil {
			if err == nil {
				*arm.model, err = t.signed(data, fit, penalty, signs)
			}
			if err != nil {
				return p, err
			}
			continue
		}
		if *arm.model, err = t.train(p.start, data, arm.order, penalty); err != nil {
			return p, err
		}
	}
	return p, nil
}

// train runs one training, from a start or, for nil, from new weights. It ends early if the configuration has a patience.
func (t *trainer) train(start *igbo.Model, data igbo.Data, order *dag.DAG, penalty float64) (m *igbo.Model, err error) {
	run := func(cfg igbo.Config, data igbo.Data) (err error) {
		var trained *igbo.Result
		if start == nil {
			trained, err = igbo.Train(t.ctx, t.backend, cfg, data, order)
		} else {
			trained, err = igbo.TrainFrom(t.ctx, start, cfg, data, order)
		}
		m = modelOf(trained)
		return err
	}
	if t.cfg.EarlyStopping.Patience == 0 {
		err = run(t.settings(data, penalty), data)
		return m, err
	}
	end := t.done + t.cfg.steps(data.Samples())
	err = t.apart(data, func(part, held igbo.Data) error {
		cfg := t.settings(part, penalty)
		perEpoch := (part.Samples()-1)/t.cfg.BatchSize + 1
		cfg.EarlyStopping = t.cfg.EarlyStopping
		cfg.EarlyStopping.Data, cfg.EarlyStopping.Every = held, (lookEvery-1)/perEpoch+1
		if order != nil {
			cfg.EarlyStopping.Monitor = igbo.MonitorSum
		}
		return run(cfg, part)
	})
	t.done = end // as if all steps had been made
	t.step(end)
	return m, err
}

// Early stopping checks the loss every lookEvery steps, or every epoch if that is longer, on one of
// at most lookShare parts of the rows.
const (
	lookEvery = 10
	lookShare = 5
)

// apart holds out a part of the rows. All trainings on the same rows hold out the same part.
func (t *trainer) apart(data igbo.Data, do func(part, held igbo.Data) error) error {
	n := data.Samples()
	space := t.space.Like()
	defer space.Close()
	for rows, err := range fold.EachIn(space, n, min(lookShare, fold.Units(n, t.clusters)), 1, t.seed+2, t.cfg.strata(space, data), t.clusters) {
		if err != nil {
			return fmt.Errorf("compare: early stopping: %w", err)
		}
		return t.within(data, rows, do)
	}
	return nil
}
