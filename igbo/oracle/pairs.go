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

// pairs draws (X′, X, K) from series, as rows [X′ | X | K | offset | mask of X]: 2n + 2
// numbers, and T more for padded series. The offset in [0, 1) says where L_valid looks. It is the dataset of a training: step i draws from
// (seed, i) alone, so that a resume sees the same.
type pairs struct {
	name     string
	data     igbo.Data // in the oracle's units
	baseline []float64 // in the oracle's units; nil for another series
	least    int       // K
	most     int
	batch    int
	seed     uint64
	dtype    dtypes.DType
}

// size is n = T·D.
func (p pairs) size() int { return p.data.Steps * len(p.data.Features) }

// width is the number of columns of a row.
func (p pairs) width() int {
	if p.data.Mask == nil {
		return 2*p.size() + 2
	}
	return 2*p.size() + 2 + p.data.Steps
}

// columns names them.
func (p pairs) columns() []string {
	list := make([]string, p.width())
	for i := range list {
		list[i] = fmt.Sprintf("c%d", i)
	}
	return list
}

// draw appends a row.
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
			clear(row[from+i*d : from+(i+1)*d]) // X′ where X is padded
		}
		row = append(row, map[bool]float64{true: 1}[valid])
	}
	return row
}

// rows draws so many rows for a step.
func (p pairs) rows(count int, step uint64) []float64 {
	rng := rand.New(rand.NewPCG(p.seed, step))
	all := make([]float64, 0, count*p.width())
	for range count {
		all = p.draw(all, rng)
	}
	return all
}

// held makes pairs that no step draws, for early stopping.
func (p pairs) held(count int) igbo.Data {
	return igbo.Data{Features: p.columns(), Steps: 1, X: p.rows(count, 0), Y: make([]float64, count)}
}

// Name implements gomlx.Dataset.
func (p pairs) Name() string { return p.name }

// Iter implements gomlx.Dataset: batches without end.
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
