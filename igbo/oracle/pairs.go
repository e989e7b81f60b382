package oracle

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/wide"
)

// pairs draws (X′, X, K) from the series. The rows [X′ | X | K | offset] have 2n + 2 numbers. For padded
// series, the mask of X adds T numbers. The offset in [0, 1) shifts the points at which L_valid is evaluated.
// pairs is the training dataset. Step i depends only on (seed, i), so a resumed training draws the same pairs.
type pairs struct {
	name     string
	data     igbo.Data // in the oracle's units
	baseline []float64 // in the oracle's units; nil to draw another series
	least    int       // bounds of K
	most     int
	batch    int
	seed     uint64
	dtype    dtypes.DType
}

// size returns n = T·D.
func (p pairs) size() int { return p.data.Steps * len(p.data.Features) }

// width returns the number of columns in a row.
func (p pairs) width() int {
	if p.data.Mask == nil {
		return 2*p.size() + 2
	}
	return 2*p.size() + 2 + p.data.Steps
}

// columns returns placeholder names for the columns.
func (p pairs) columns() []string {
	list := make([]string, p.width())
	for i := range list {
		list[i] = fmt.Sprintf("c%d", i)
	}
	return list
}

// draw appends one row.
func (p pairs) draw(row []float64, rng *rand.Rand) []float64 {
	n, t, samples := p.size(), p.data.Steps, p.data.Samples()
	of := rng.IntN(samples)
	start := p.baseline
	if start == nil {
		other := (of + 1 + rng.IntN(samples-1)) % samples
		start = p.data.X[other*n : (other+1)*n]
	}
	from := len(row)
	row = append(append(row, start...), p.data.X[of*n:(of+1)*n]...)
	row = append(row, float64(p.least+rng.IntN(p.most-p.least+1)), rng.Float64())
	if p.data.Mask == nil {
		return row
	}
	for i, valid := range p.data.Mask[of*t : (of+1)*t] {
		if !valid {
			d := n / t
			clear(row[from+i*d : from+(i+1)*d]) // clear X′ where X is padded
		}
		row = append(row, map[bool]float64{true: 1}[valid])
	}
	return row
}

// rows returns the given number of rows for a step.
func (p pairs) rows(count int, step uint64) []float64 {
	rng := rand.New(rand.NewPCG(p.seed, step))
	all := make([]float64, 0, count*p.width())
	for range count {
		all = p.draw(all, rng)
	}
	return all
}

// held returns pairs for early stopping, which no training step draws.
func (p pairs) held(count int) igbo.Data {
	return igbo.Data{Features: p.columns(), Steps: 1, X: p.rows(count, 0), Y: make([]float64, count)}
}

// Name implements gomlx.Dataset.
func (p pairs) Name() string { return p.name }

// Iter implements gomlx.Dataset. The iteration never ends.
func (p pairs) Iter() iter.Seq2[gomlx.Batch, error] {
	return func(yield func(gomlx.Batch, error) bool) {
		for step := uint64(1); ; step++ {
			b := gomlx.Batch{
				Inputs: []*tensors.Tensor{wide.Tensor(p.dtype, p.rows(p.batch, step), p.batch, 1, p.width())},
				Labels: []*tensors.Tensor{wide.Tensor(p.dtype, make([]float64, p.batch), p.batch, 1)},
			}
			if !yield(b, nil) {
				return
			}
		}
	}
}
