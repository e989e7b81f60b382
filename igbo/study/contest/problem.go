package contest

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// Problem is one draw: what a method may see, and what it is judged by.
type Problem struct {
	// Train is all that a method may fit, Test what it is judged by, both in the data's own units. Test.Y is
	// the noise-free truth where there is one; under logistic it may be a probability.
	Train, Test igbo.Data
	// Loss is squared, logistic or softmax, Outputs is K, the number of classes under softmax; 0 is 1.
	Loss    task.Loss
	Outputs int
	// Groups parts the columns into the features that Order, Signs and Suspects speak of; nil where
	// each column is one.
	Groups [][]int
	// Order is what is known of importance, with intervals; nil where nothing is.
	Order *dag.DAG
	// Signs are −1, 0 (unknown) or +1 by column; nil where none is known.
	Signs []int
	// Suspects are columns that should matter little.
	Suspects []int
	// Teacher gives outputs for inputs [n·T·D]; nil where there is no model that can be asked.
	Teacher func(x []float64) ([]float64, error)

	mean   []float64 // shares of the order polytope, once they are asked for
	spread *dag.DAG  // the order with its intervals
	decays map[string]float64
}

// outputs is K.
func (p *Problem) outputs() int { return max(p.Outputs, 1) }

// columns is D.
func (p *Problem) columns() int { return len(p.Train.Features) }

// group lists the columns of each feature.
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

// Validate checks that what is known fits the data.
func (p *Problem) Validate() error {
	for _, d := range []igbo.Data{p.Train, p.Test} {
		if err := d.Validate(); err != nil {
			return fmt.Errorf("contest: %w", named.Once("igbo", err))
		}
	}
	switch {
	case !p.Loss.Is(task.KindSquared) && !p.Loss.Is(task.KindLogistic) && !p.Loss.Is(task.KindSoftmax):
		return fmt.Errorf("contest: the %s loss, expected squared, logistic or softmax", p.Loss)
	case p.Order != nil && len(p.Order.Features) != len(p.groups()):
		return fmt.Errorf("contest: an order of %d features, the data have %d", len(p.Order.Features), len(p.groups()))
	case p.Signs != nil && len(p.Signs) != p.columns():
		return fmt.Errorf("contest: %d signs, expected one for each of %d columns", len(p.Signs), p.columns())
	}
	for _, j := range p.Suspects {
		if j < 0 || j >= p.columns() {
			return fmt.Errorf("contest: the suspect %d, expected a column, 0 to %d", j, p.columns()-1)
		}
	}
	return nil
}

// subset is a problem's samples of these numbers.
func subset(d igbo.Data, rows []int) igbo.Data {
	d.X, d.Y = fold.Take(d.X, d.Steps*len(d.Features), rows), fold.Take(d.Y, d.Steps*d.Targets(), rows)
	d.Mask, d.Weights = fold.Take(d.Mask, d.Steps, rows), fold.Take(d.Weights, 1, rows)
	return d
}

// on is the problem of some of the training rows, judged by others of them.
func (p *Problem) on(rows fold.Rows) *Problem {
	part := *p
	part.decays = nil // chosen on all rows
	part.Train, part.Test = subset(p.Train, rows.Train), subset(p.Train, rows.Test)
	return &part
}

// table is the data of one step as a linear model takes them.
func (p *Problem) table() linear.Data {
	return linear.Data{D: p.columns(), X: p.Train.X, Y: p.Train.Y, Weights: p.Train.Weights}
}

// strata are the classes.
func (p *Problem) strata() []int {
	if p.Loss.Is(task.KindSquared) {
		return nil
	}
	return study.Each(p.Train.Y, func(y float64) int { return int(y + 0.5) })
}

// Error is what a model misses on the test data: the mean squared error, or the mean log loss above
// that of the truth, which is 0 where the truth is a class.
func Error(p *Problem, f Fitted) (float64, error) {
	y, err := f.Predict(p.Test.X)
	if err != nil {
		return 0, err
	}
	l, err := p.Loss.Value(task.Sample{Outputs: p.outputs(), Predictions: y, Targets: p.Test.Y, Weights: p.Test.Weights})
	if err != nil {
		return 0, fmt.Errorf("contest: %w", named.Once("task", err))
	}
	if p.Loss.Is(task.KindLogistic) {
		l -= entropy(p.Test)
	}
	return l, nil
}

// entropy is the mean of −y·log y − (1−y)·log(1−y).
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

// Generator is that of a draw of something with a name and a number of samples.
func Generator(name string, samples int, seed int64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(uint64(seed), h.Sum64()+uint64(samples)))
}

// Bent is what feature k says in laws of several studies: in turn sin 2x, x, tanh 2x, x.
func Bent(k int, x float64) float64 {
	switch k % 4 {
	case 0:
		return math.Sin(2 * x)
	case 2:
		return math.Tanh(2 * x)
	}
	return x
}

// Relabelled is an order whose features have changed places: what was said of feature k is said of at[k].
func Relabelled(d *dag.DAG, at []int) (*dag.DAG, error) {
	edges := slices.Clone(d.Edges)
	for i, e := range edges {
		edges[i].U, edges[i].V = at[e.U], at[e.V]
	}
	return dag.New(d.Features, edges, nil, nil)
}

// Bare is a graph of edges without numbers of their own, none that others imply.
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
