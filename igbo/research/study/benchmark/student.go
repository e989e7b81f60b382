package benchmark

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/models"
)

// Known is the part of an order, with its intervals [ε, δ], that a student uses.
type Known string

// Parts of an order that a student uses.
const (
	Intervals Known = "intervals"    // ε and δ
	Lower     Known = "lower bounds" // ε
	OrderOnly Known = "order only"   // only the edges: ε is the least value of the paper, 0.005
	Uniform   Known = "polytope"     // only the edges: mean ± ½ standard deviation of the difference over the order polytope
)

// leastEpsilon is the least difference of scores along an edge in the paper.
const leastEpsilon = 0.005

// Start is the start of the training of a student.
type Start string

// The starts.
const (
	Cold         Start = "cold"     // drawn from the seed
	FromRidge    Start = "ridge"    // ridge's weights with a penalty by CV; for a network, the weights after training on the task alone
	FromCentroid Start = "centroid" // the order polytope's centroid with signs and one scale
	FromMean     Start = "mean"     // the mean of the posterior under the order and, of a signed student, the signs
)

// Student is a Method that trains a model with igbo under the order of the problem.
type Student struct {
	// Label is the name of the student in tables.
	Label string `json:"label"`
	// Model is linear (the zero value) or a network (MLP).
	Model models.Spec `json:"model,omitzero"`
	// Rule and Lambda combine the gradients, which are normalised if Normalize is set.
	Rule      string  `json:"rule"`
	Lambda    float64 `json:"lambda"`
	Normalize bool    `json:"normalize"`
	// Score is signed or absolute, in standardised units. The baseline is Offset standard deviations away from the training
	// mean.
	Score  attribution.ScoreKind `json:"score"`
	Offset float64               `json:"offset,omitempty"`
	// Points is M; 1 is exact for linear models.
	Points int `json:"points"`
	// Known is the part of the order that the student uses.
	Known Known `json:"known"`
	// Start is the start of the training.
	Start Start `json:"start"`
	// Penalized keeps ridge's penalty, or the network's weight decay, in the task loss.
	Penalized bool `json:"penalized"`
	// Tuned chooses the penalty in the task loss of a linear student by cross-validation of the student, instead of using
	// ridge's penalty.
	Tuned bool `json:"tuned,omitempty"`
	// Signed keeps the known signs of a linear model: w = s·|θ|.
	Signed bool `json:"signed,omitempty"`
	// Sum trains on the weighted sum L + c·H and tunes c.
	Sum bool `json:"sum,omitempty"`
	// Ignores trains on the task alone, as a student without the order.
	Ignores bool `json:"ignores,omitempty"`
	// Steps is the number of full-batch steps of Adam at Rate, which diminishes as 1/√k.
	Steps int     `json:"steps"`
	Rate  float64 `json:"rate"`
}

// DefaultStudent returns the default linear student of the studies: feasibility-first on unit gradients, absolute scores,
// intervals, a warm start from ridge, and ridge's penalty.
func DefaultStudent() Student {
	return Student{
		Label: "IGBO", Rule: "feasibility-first", Lambda: 0.5, Normalize: true, Score: attribution.Absolute, Points: 1,
		Known: Intervals, Start: FromRidge, Penalized: true, Steps: 400, Rate: 0.05,
	}
}

// WeightedSum returns the competing method that minimises L + c·H with the same start, score and steps, and tunes c.
func WeightedSum() Student {
	s := DefaultStudent()
	s.Label, s.Sum, s.Normalize, s.Rule = "tuned weighted sum", true, false, "weighted-sum"
	return s
}

// Name implements Method.
func (s Student) Name() string { return s.Label }

// network reports whether the student is a network.
func (s Student) network() bool { return s.Model.Kind != "" && s.Model.Kind != models.KindLinear }

// Applies implements Method.
func (s Student) Applies(p *Problem) error {
	switch {
	case p.Train.Steps != 1 || p.Train.Mask != nil:
		return fmt.Errorf("benchmark: %s requires a table, but the data are series", s.Label)
	case !s.Ignores && (p.Order == nil || len(p.Order.Edges)+len(p.Order.Bounds)+len(p.Order.Ties) == 0):
		return errNoOrder
	case s.Tuned && (s.Sum || s.network()):
		return errors.New("benchmark: Tuned requires a linear student with a rule, not a weighted sum or a network")
	case (s.Signed || s.Start == FromCentroid) && p.Signs == nil:
		return errNoSigns
	case (s.Signed || s.Start == FromCentroid) && (s.network() || p.outputs() != 1):
		return errors.New("benchmark: signs require a linear student with one output")
	case s.Start == FromMean && s.network():
		return errors.New("benchmark: a network cannot start at the mean of a posterior (use a linear student)")
	case (s.Start == FromCentroid || s.Start == FromMean) && needOrder(p) != nil:
		return errNoOrder
	case s.Signed && s.Start == Cold:
		return errors.New("benchmark: signs cannot be used with a cold start (start at ridge or at the centroid)")
	}
	if s.Known == Uniform && !s.Ignores {
		_, err := p.uniformOrder() // found here, it is there in every fold
		return err
	}
	return nil
}

// Settings implements Method. The settings are the weights c of the sum, the decays of a network that ignores the order, or a
// single one.
func (s Student) Settings() []Setting {
	switch {
	case s.Sum:
		return Grid(0.03, 100)
	case s.Tuned:
		return Grid(strongest, weakest)
	case s.network() && s.Penalized && s.Ignores:
		return Decays()
	}
	return untuned()
}

// Decays returns the grid of weight decays of networks.
func Decays() []Setting { return Grid(1, 3e-4) }

// Tuning describes how the student is tuned.
func (s Student) Tuning(o TuneOptions) string {
	ridge := ""
	switch {
	case s.network() && s.Penalized && !s.Ignores:
		ridge = "decay as on the task alone"
	case !s.network() && s.Penalized && !s.Tuned:
		ridge = "ridge's penalty as ridge's own"
	case !s.network() && s.Start == FromRidge:
		ridge = "start at tuned ridge"
	}
	n := len(s.Settings())
	switch {
	case ridge == "":
		return chosenOf(n, o)
	case n > 1:
		return chosenOf(n, o) + "; " + ridge
	}
	return ridge
}

// Fit implements Method.
func (s Student) Fit(ctx context.Context, b compute.Backend, p *Problem, setting Setting, seed int64) (Fitted, error) {
	if s.network() {
		return s.fitNetwork(ctx, b, p, setting, seed)
	}
	start, penalty, err := s.start(ctx, b, p, seed)
	if err != nil {
		return nil, err
	}
	cfg, err := s.config(p, setting, seed)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Tuned:
		cfg.Ridge = setting.Strength
	case s.Penalized:
		cfg.Ridge = penalty
	}
	u := p.Units()
	theta, err := s.descend(ctx, b, cfg, u.Apply(p.Train), p, start)
	if err != nil {
		return nil, err
	}
	return lines{&linear.Model{Units: u, Theta: theta}}, nil
}

// start returns the start weights of a linear student, nil for a cold start, and ridge's penalty, which is chosen on ridge's
// own folds.
func (s Student) start(ctx context.Context, b compute.Backend, p *Problem, seed int64) (theta []float64, penalty float64, err error) {
	if s.Penalized || s.Start == FromRidge {
		fit, chosen, err := Tune(ctx, b, Ridge(), p, DefaultTuneOptions(seed))
		if err != nil {
			return nil, 0, err
		}
		theta, penalty = fit.(lines).Theta, chosen.Setting.Strength
	}
	switch s.Start {
	case FromRidge:
		return theta, penalty, nil
	case FromCentroid:
		fit, err := Centroid().Fit(ctx, b, p, Setting{}, seed)
		if err != nil {
			return nil, 0, err
		}
		return fit.(lines).Theta, penalty, nil
	case FromMean:
		fit, err := p.suite(ctx, linear.PosteriorHard, true, s.Signed, seed)
		if err != nil {
			return nil, 0, err
		}
		return fit.Model.Theta, penalty, nil
	}
	return nil, penalty, nil
}

// Gated returns the student with a gate against ridge regression.
func (s Student) Gated(o TuneOptions, handicap float64) Method {
	return Gated{Method: s, Fallback: Ridge(), Handicap: handicap, Options: o}
}
