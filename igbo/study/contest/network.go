package contest

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
)

// fitNetwork trains a network: on the task alone, unless the start is cold, and from there with the order by as
// many steps again.
func (s Student) fitNetwork(ctx context.Context, b compute.Backend, p *Problem, setting Setting, seed int64) (Fitted, error) {
	cfg, err := s.config(p, setting, seed)
	if err != nil {
		return nil, err
	}
	cfg.Standardize = true
	if cfg.Ridge, err = s.decay(ctx, b, p, setting, seed); err != nil {
		return nil, err
	}
	order, err := s.Told(p)
	if err != nil {
		return nil, err
	}
	var trained *igbo.Result
	if s.Start == Cold {
		trained, err = igbo.Train(ctx, b, cfg, p.Train, order)
	} else if trained, err = igbo.Train(ctx, b, cfg, p.Train, nil); err == nil {
		trained, err = igbo.TrainFrom(ctx, trained.Model, cfg, p.Train, order)
	}
	if err != nil {
		return nil, fmt.Errorf("contest: %s: %w", s.Label, err)
	}
	return network{trained.Model, p.Train}, nil
}

// decay is the network's: the setting's on the task alone, and with an order the one that cross-validation on the
// task alone chooses, found once for a problem.
func (s Student) decay(ctx context.Context, b compute.Backend, p *Problem, setting Setting, seed int64) (float64, error) {
	switch {
	case !s.Penalized:
		return 0, nil
	case s.Ignores:
		return setting.Strength, nil
	}
	alone := s
	alone.Ignores, alone.Start = true, Cold
	key := fmt.Sprintf("%d %d %g %+v", seed, s.Steps, s.Rate, *s.Model.MLP)
	if found, ok := p.decays[key]; ok {
		return found, nil
	}
	_, chosen, err := Tune(ctx, b, alone, p, DefaultTuneOptions(seed))
	if err != nil {
		return 0, err
	}
	if p.decays == nil {
		p.decays = map[string]float64{}
	}
	p.decays[key] = chosen.Setting.Strength
	return chosen.Setting.Strength, nil
}

// network is a trained model as a Fitted.
type network struct {
	model *igbo.Model
	like  igbo.Data
}

// Trained makes a Fitted of a model that was trained on data like these, in their own units.
func Trained(m *igbo.Model, like igbo.Data) Fitted { return network{m, like} }

// Predict implements Fitted.
func (n network) Predict(x []float64) ([]float64, error) {
	d := igbo.Data{Features: n.like.Features, Steps: n.like.Steps, Outputs: n.like.Outputs, X: x}
	d.Y = make([]float64, len(x)/len(d.Features)*max(d.Outputs, 1))
	return n.model.Predict(d)
}

// Weights implements Fitted: a network has none that are a feature's.
func (n network) Weights() []float64 { return nil }
