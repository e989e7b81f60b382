package compression

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"
	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// network has the weights of a teacher: y = c + Σ_j v_j·tanh(b_j + Σ_k w_kj·x_k).
type network struct {
	d, units int
	w        []float64 // [D,J]
	b, v     []float64
	c        float64
	// mean and rest are the means of inputs and units over the teacher's training data. They replace pruned inputs and units.
	mean, rest []float64
}

// read returns the weights of a model that was trained on data.
func read(m *igbo.Model, data igbo.Data, units int) (*network, error) {
	d := len(data.Features)
	variables, err := m.Variables()
	if err != nil {
		return nil, err
	}
	n := &network{d: d, units: units}
	for at, value := range variables {
		numbers := study.Each(tensors.MustCopyFlatData[float32](value), func(v float32) float64 { return float64(v) })
		switch layer, name := path.Split(at); path.Base(layer) + " " + name {
		case "layer_0 weights":
			n.w = numbers
		case "layer_0 biases":
			n.b = numbers
		case "output weights":
			n.v = numbers
		case "output biases":
			n.c = numbers[0]
		}
	}
	if len(n.w) != d*units || len(n.b) != units || len(n.v) != units {
		return nil, fmt.Errorf("compression: the layers of the teacher have %d, %d and %d numbers, want %d·%d, %d and %d", len(n.w), len(n.b), len(n.v), d, units, units, units)
	}
	n.mean, n.rest = make([]float64, d), make([]float64, units)
	for x := range slices.Chunk(data.X, d) {
		floats.AddScaled(n.mean, 1/float64(len(data.Y)), x)
		floats.AddScaled(n.rest, 1/float64(len(data.Y)), n.activations(x))
	}
	return n, nil
}

// activations returns the activations of the units at one input.
func (n *network) activations(x []float64) []float64 {
	a := slices.Clone(n.b)
	for k, v := range x {
		floats.AddScaled(a, v, n.w[k*n.units:(k+1)*n.units])
	}
	for j, v := range a {
		a[j] = math.Tanh(v)
	}
	return a
}

// error returns the mean squared error if inputs and units that are not kept have their mean values.
func (n *network) error(d igbo.Data, inputs, units []bool) float64 {
	sum := 0.0
	for i, want := range d.Y {
		x := slices.Clone(d.X[i*n.d : (i+1)*n.d])
		for k := range x {
			if !inputs[k] {
				x[k] = n.mean[k]
			}
		}
		y := n.c
		for j, a := range n.activations(x) {
			if !units[j] {
				a = n.rest[j]
			}
			y += n.v[j] * a
		}
		sum += (y - want) * (y - want)
	}
	return sum / float64(len(d.Y))
}

// The rankings, which prune the highest-ranked parts last.
const (
	ByOrder     = "importance"
	ByMagnitude = "magnitude"
	ByChance    = "chance"
)

// rankings lists the rankings. The first is that of IGBO, and the second is the reference.
func rankings() []string { return []string{ByOrder, ByMagnitude, ByChance} }

// inputRanks returns three importances of each input: its mean score, which is a topological order of the teacher's graph; the
// length of its weights; and a random number.
func (n *network) inputRanks(scores []float64, seed uint64) [][]float64 {
	magnitude := make([]float64, n.d)
	for k := range magnitude {
		magnitude[k] = floats.Norm(n.w[k*n.units:(k+1)*n.units], 2)
	}
	return [][]float64{scores, magnitude, random(n.d, seed)}
}

// unitRanks returns three importances of each unit: the mean share of its contribution v_j·(a_j − a_j(mean)), which is its
// attribution if the hidden layer is the input; the length of its input and output weights; and a random number.
func (n *network) unitRanks(d igbo.Data, seed uint64) [][]float64 {
	share, magnitude := make([]float64, n.units), make([]float64, n.units)
	from := n.activations(n.mean)
	for x := range slices.Chunk(d.X, n.d) {
		h := n.activations(x)
		for j := range h {
			h[j] = math.Abs(n.v[j] * (h[j] - from[j]))
		}
		if sum := floats.Sum(h); sum > 0 {
			floats.AddScaled(share, 1/sum, h)
		}
	}
	for j := range magnitude {
		square := n.v[j] * n.v[j]
		for k := range n.d {
			square += n.w[k*n.units+j] * n.w[k*n.units+j]
		}
		magnitude[j] = math.Sqrt(square)
	}
	return [][]float64{share, magnitude, random(n.units, seed)}
}

func random(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 5))
	values := make([]float64, n)
	for i := range values {
		values[i] = rng.Float64()
	}
	return values
}

// best selects a share of the most important ones, at least one.
func best(worth []float64, share float64) []bool {
	at := make([]int, len(worth))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	kept := make([]bool, len(worth))
	for _, i := range at[:max(1, int(math.Round(share*float64(len(worth)))))] {
		kept[i] = true
	}
	return kept
}

// every selects all.
func every(n int) []bool { return best(make([]float64, n), 1) }
