package verdict

import (
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
)

// pair is a start and the two models that are trained from it by the same steps.
type pair struct{ start, without, with *igbo.Model }

// pair trains both, from each start, and averages those of several.
func (t *trainer) pair(data igbo.Data, fit *ridge, penalty float64) (p pair, err error) {
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

// single trains both from one start.
func (t *trainer) single(data igbo.Data, fit *ridge, penalty float64) (p pair, err error) {
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
		trained, err := igbo.TrainFrom(t.ctx, p.start, t.settings(data, penalty), data, arm.order)
		if err != nil {
			return p, err
		}
		*arm.model = trained.Model
	}
	return p, nil
}
