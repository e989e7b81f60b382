package benchmark

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/task"
)

// Problem is one draw: the data and knowledge that a method may use, and the test data.
type Problem struct {
	// Train is the training data, and Test the data for the error, both in the units of the data. Test.Y is the noise-free
	// truth if it is known; under the logistic loss it can be a probability.
	Train, Test igbo.Data
	// Loss is squared, logistic or softmax. Outputs is K, the number of classes under softmax; 0 means 1.
	Loss    task.Loss
	Outputs int
	// Groups divides the columns into the features that Order, Signs and Suspects refer to; nil if each column is a feature.
	Groups [][]int
	// Order is the known order of importance with intervals; nil if none is known.
	Order *dag.DAG
	// Signs are −1, 0 (unknown) or +1 by column; nil if none is known.
	Signs []int
	// Suspects are columns that should matter little.
	Suspects []int
	// Teacher returns outputs for inputs [n·T·D]; nil if there is no model to query.
	Teacher func(x []float64) ([]float64, error)
	// Unlabelled are inputs [n·D] without targets; nil if there are none.
	Unlabelled []float64

	mean   []float64 // shares of the order polytope, computed on first use
	spread *dag.DAG  // the order with its intervals
	decays map[string]float64
	// included is the log prior of each subset of columns, computed from the order
	included []float64
}

// outputs returns K.
func (p *Problem) outputs() int { return max(p.Outputs, 1) }

// columns returns D.
func (p *Problem) columns() int { return len(p.Train.Features) }

// groups lists the columns of each feature.
func (p *Problem) groups() [][]int {
	if p.Groups != nil {
		return p.Groups
	}
	all := make([][]int, p.columns())
	for j := range all {
		all[j] = []int{j}
	}
	return all
}

// Validate checks that the knowledge fits the data.
func (p *Problem) Validate() error {
	for _, d := range []igbo.Data{p.Train, p.Test} {
		if err := d.Validate(); err != nil {
			return fmt.Errorf("benchmark: %w", err)
		}
	}
	switch {
	case !p.Loss.Is(task.KindSquared) && !p.Loss.Is(task.KindLogistic) && !p.Loss.Is(task.KindSoftmax):
		return fmt.Errorf("benchmark: unsupported loss %s, want squared, logistic or softmax", p.Loss)
	case p.Order != nil && len(p.Order.Features) != len(p.groups()):
		return fmt.Errorf("benchmark: the order has %d features, but the data have %d", len(p.Order.Features), len(p.groups()))
	case p.Signs != nil && len(p.Signs) != p.columns():
		return fmt.Errorf("benchmark: got %d signs, want one for each of %d columns", len(p.Signs), p.columns())
	}
	for _, j := range p.Suspects {
		if j < 0 || j >= p.columns() {
			return fmt.Errorf("benchmark: suspects must be columns from 0 to %d, got %d", p.columns()-1, j)
		}
	}
	return nil
}

// on returns the problem with some of the training rows for training and others for testing.
func (p *Problem) on(rows fold.Rows) *Problem {
	part := *p
	part.decays = nil // were chosen on all rows
	part.Train, part.Test = p.Train.Take(rows.Train), p.Train.Take(rows.Test)
	return &part
}

// Units returns the units of the training data.
func (p *Problem) Units() samples.Normalization {
	return samples.Standardization(p.Train.View(nil), p.Loss.ScalesTarget())
}

// strata returns the classes of the training samples.
func (p *Problem) strata() []int {
	if p.Loss.Is(task.KindSquared) {
		return nil
	}
	return study.Each(p.Train.Y, func(y float64) int { return int(y + 0.5) })
}

// Error returns the error on the test data: the mean squared error, or the mean log loss minus that of the truth. The log loss
// of the truth is 0 if the truth is a class.
func Error(p *Problem, f Fitted) (float64, error) {
	l, err := heldOut(p, f)
	if err == nil && p.Loss.Is(task.KindLogistic) {
		l -= entropy(p.Test)
	}
	return l, err
}

// entropy returns the mean of −y·log y − (1−y)·log(1−y).
func entropy(d igbo.Data) float64 {
	values := make([]float64, len(d.Y))
	for i, y := range d.Y {
		for _, q := range []float64{y, 1 - y} {
			if q > 0 {
				values[i] -= q * math.Log(q)
			}
		}
	}
	return task.Mean(values, d.Weights)
}

// Generator returns the random number generator of a draw, for a name and a number of samples.
func Generator(name string, samples int, seed int64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(uint64(seed), h.Sum64()+uint64(samples)))
}

// Bent returns the effect of feature k in the simulated data of several studies; the effects cycle through sin 2x, x, tanh 2x
// and x.
func Bent(k int, x float64) float64 {
	switch k % 4 {
	case 0:
		return math.Sin(2 * x)
	case 2:
		return math.Tanh(2 * x)
	}
	return x
}

// Relabelled returns an order with exchanged features: the statements about feature k become statements about at[k].
func Relabelled(d *dag.DAG, at []int) (*dag.DAG, error) {
	edges := slices.Clone(d.Edges)
	for i, e := range edges {
		edges[i].U, edges[i].V = at[e.U], at[e.V]
	}
	return dag.New(d.Features, edges, nil, nil)
}

// Bare returns a graph of the edges without their numbers and without edges that other edges imply.
func Bare(names []string, edges []dag.Edge) (*dag.DAG, error) {
	plain := study.Each(edges, func(e dag.Edge) dag.Edge {
		return dag.Edge{U: e.U, V: e.V, Mu: 0.5, Sigma: 0.5, P: 1, Epsilon: 1e-6, Delta: 1}
	})
	d, err := dag.New(names, plain, nil, nil)
	if err != nil {
		return nil, err
	}
	return d.TransitiveReduction(), nil
}
