package benchmark

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/task"
)

// Unconstrained returns a method that only uses the task.
func (n Network) Unconstrained() Method { return gradient{Network: n, name: "unconstrained"}.method() }

// WeightDecay returns a method whose strength is the weight decay, ½c·Σw².
func (n Network) WeightDecay() Method {
	return gradient{Network: n, name: "weight decay", grid: decays, decays: true}.method()
}

// Deleted returns a method that omits the suspects.
func (n Network) Deleted() Method { return Blind("suspect deleted", n.Unconstrained()) }

// Edges returns IGBO with edges from every other feature to each suspect; the strength is the margin ε. If permuted is true, H is
// computed on inputs whose suspect columns come from other samples.
func (n Network) Edges(permuted bool) Method {
	return guided(n, "edges", permuted, Edged, strengths(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2))
}

// Cap returns IGBO with a bound H_s ≤ c on each suspect; the strength is c.
func (n Network) Cap(permuted bool) Method {
	return guided(n, "cap", permuted, capped, strengths(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2))
}

// guided returns IGBO with an order over the suspects.
func guided(n Network, name string, permuted bool, order ordering, grid []Setting) Method {
	g := gradient{Network: n, name: name, applies: hasSuspects, grid: grid, order: order}
	if permuted {
		g.name, g.order, g.penalty = name+", permuted inputs", nil, onPermuted(order)
	}
	return g.method()
}

// AttributionBound returns a method that bounds the suspects' attributions, whereas Cap bounds their shares. The strength is
// the bound in the units in which the network learns: standard deviations of the target, or log-odds.
func (n Network) AttributionBound() Method {
	return gradient{Network: n, name: "attribution bound", applies: hasSuspects, grid: strengths(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2), penalty: attributionBound}.method()
}

// InputGradient returns a method that penalises the network's derivatives with respect to the suspects ("right for the right
// reasons"): L + c·Σ_s mean (∂F/∂x_s)².
func (n Network) InputGradient() Method {
	return gradient{Network: n, name: "input-gradient penalty", applies: hasSuspects, grid: penalties, penalty: inputGradient, summed: true}.method()
}

// ExpectedGradients returns a method that penalises the suspects' expected gradients: L + c·Σ_s mean φ_s².
func (n Network) ExpectedGradients() Method {
	return gradient{Network: n, name: "expected-gradients prior", applies: hasSuspects, grid: penalties, penalty: expectedGradient, summed: true}.method()
}

// penalties is the grid of strengths of penalties that are added to the loss.
var penalties = strengths(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 100)

func hasSuspects(p *Problem) error {
	switch {
	case len(p.Suspects) == 0:
		return errors.New("the problem must have at least one suspect (a feature that should matter little)")
	case len(trusted(p)) == 0:
		return errors.New("every feature is a suspect, but at least one must not be")
	}
	for _, s := range p.Suspects {
		if s < 0 || s >= len(p.Train.Features) {
			return fmt.Errorf("suspect %d is not the index of one of the %d features", s, len(p.Train.Features))
		}
	}
	return nil
}

func hasTeacher(p *Problem) error {
	switch {
	case p.Teacher == nil:
		return errors.New("the teacher is nil")
	case p.Loss.Is(task.KindSoftmax) || p.Loss.Is(task.KindCustom):
		return fmt.Errorf("the %s loss is unsupported, because the outputs of a teacher cannot be its targets", p.Loss)
	}
	return nil
}

// imitating returns a problem with a teacher's outputs at the training inputs and at the same number of inputs around them
// (Gaussian, with half the standard deviation of each column).
func imitating(p *Problem, seed int64) (*Problem, error) {
	rng := rand.New(rand.NewPCG(uint64(seed), 77))
	d, around := len(p.Train.Features), slices.Clone(p.Train.X)
	for k := range d {
		stdDev := stat.PopStdDev(records.Column(around, d, k), nil)
		for i := k; i < len(around); i += d {
			around[i] += stdDev / 2 * rng.NormFloat64()
		}
	}
	data := p.Train
	data.X = slices.Concat(data.X, around)
	var err error
	if data.Y, err = p.ask(data.X); err != nil {
		return nil, err
	}
	if data.Weights != nil {
		data.Weights = slices.Concat(data.Weights, data.Weights)
	}
	changed := *p
	changed.Train = data
	return &changed, nil
}

// sizes returns the widths of the hidden layers of a network that Monotone supports.
func (n Network) sizes() ([]int, string, error) {
	switch n.Model.Kind {
	case models.KindLinear:
		return nil, "", nil
	case models.KindMLP:
		return n.Model.MLP.Hidden, n.Model.MLP.Activation, nil
	}
	return nil, "", fmt.Errorf("unsupported network kind %s, want %s or %s", n.Model.Kind, models.KindLinear, models.KindMLP)
}

// deleting returns a problem without its suspects.
func deleting(p *Problem) *Problem {
	changed, columns := *p, trusted(p)
	changed.Train.X = columnsOf(p.Train.X, len(p.Train.Features), columns)
	changed.Train.Features = study.Each(columns, func(k int) string { return p.Train.Features[k] })
	return &changed
}

// Blind returns the method under another name, with one setting and without the suspect columns.
func Blind(label string, m Method) Method {
	needs := gradient{name: label, applies: hasSuspects}.needs
	return Recipe{Label: label, Needs: needs, Learn: func(ctx context.Context, b compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error) {
		if err := needs(p); err != nil {
			return nil, err
		}
		f, err := m.Fit(ctx, b, deleting(p), s, seed)
		return blind{f, trusted(p), p.columns()}, err
	}}
}

// blind is a model that only uses some columns of its inputs.
type blind struct {
	Fitted
	columns []int
	width   int
}

// Predict implements Fitted.
func (b blind) Predict(x []float64) ([]float64, error) {
	return b.Fitted.Predict(columnsOf(x, b.width, b.columns))
}

// Weights implements Fitted. The weights of omitted columns are 0.
func (b blind) Weights() []float64 {
	weights := b.Fitted.Weights()
	if weights == nil {
		return nil
	}
	all := make([]float64, b.width)
	for i, k := range b.columns {
		all[k] = weights[i]
	}
	return all
}

// hasSigns also rejects invalid signs.
func (n Network) hasSigns(p *Problem) error {
	if _, activation, err := n.sizes(); err != nil {
		return err
	} else if activation != "" && !slices.Contains(increasing, activation) {
		return fmt.Errorf("unsupported activation %s, want an increasing one of %v", activation, increasing)
	}
	if len(p.Signs) != len(p.Train.Features) {
		return fmt.Errorf("got %d signs, want one for each of %d features", len(p.Signs), len(p.Train.Features))
	}
	for k, s := range p.Signs {
		if math.Abs(float64(s)) > 1 {
			return fmt.Errorf("the sign of feature %d must be −1, 0 or +1, got %d", k, s)
		}
	}
	if !slices.Contains(p.Signs, 1) && !slices.Contains(p.Signs, -1) {
		return errors.New("at least one sign must be −1 or +1")
	}
	return nil
}

// Taught returns a method that trains in two phases of equal length. The first phase learns from labels or, if distilled, only
// from a teacher's outputs at the training inputs and around them. The second phase trains by IGBO towards the order's
// intervals or edges, or repeats the first if the order is not used. The strength is the weight decay.
func (n Network) Taught(distilled bool, known Known) Method {
	g := gradient{Network: n, name: "labels", grid: decays, decays: true, warm: true}
	if distilled {
		g.name, g.applies, g.change = "distillation alone", hasTeacher, imitating
	}
	if known != "" {
		g.name = fmt.Sprintf("%s, then %s", g.name, known)
		g.order = func(p *Problem, _ float64) (*dag.DAG, error) { return Student{Known: known}.Informed(p) }
		g.applies = func(p *Problem) error {
			switch {
			case p.Order == nil:
				return errors.New("no order is known")
			case distilled:
				return hasTeacher(p)
			}
			return nil
		}
	}
	return g.method()
}

// decays is the grid of weight decays.
var decays = strengths(1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1)
