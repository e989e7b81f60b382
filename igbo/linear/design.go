package linear

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// blockRows is the number of rows that are standardised at once.
const blockRows = 1024

// A block holds several rows: standardised inputs with a last column of ones, targets, and weights. The weights
// of all blocks sum to 1.
type block struct {
	x *mat.Dense
	y []float64 // K targets per row
	w []float64
}

// target returns the target of row i for output a: a number or, for classes, 1 if a is the class of the row and
// 0 otherwise.
func (b block) target(loss task.Loss, i, a int) float64 {
	k := len(b.y) / len(b.w)
	switch {
	case !loss.Is(task.KindSoftmax):
		return b.y[i*k+a]
	case int(b.y[i]) == a:
		return 1
	}
	return 0
}

// A design holds the rows of a view in standardised units. It is read in blocks, so memory does not grow with
// the number of rows.
type design struct {
	ctx   context.Context
	rows  samples.View
	units samples.Normalization
	sum   float64 // of the weights
}

func newDesign(ctx context.Context, v samples.View, u samples.Normalization) design {
	z := design{ctx: ctx, rows: v, units: u}
	for i := range v.Rows() {
		z.sum += v.Weight(i)
	}
	return z
}

// err returns the context's error.
func (z design) err() error {
	if z.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("linear: fitting: %w", z.ctx.Err())
}

// empty returns a block with space for the given number of rows.
func (z design) empty(rows int) block {
	return block{mat.NewDense(rows, z.rows.Width()+1, nil), make([]float64, rows*z.rows.Outputs()), make([]float64, rows)}
}

// fill writes the rows starting at from to a block and returns the part of the block that holds them.
func (z design) fill(b block, from int) block {
	n, d := b.x.Dims()
	d, k := d-1, z.rows.Outputs()
	n = min(n, z.rows.Rows()-from)
	b = block{b.x.Slice(0, n, 0, d+1).(*mat.Dense), b.y[:n*k], b.w[:n]}
	var buffer []float64
	for i := range n {
		row := b.x.RawRowView(i)
		buffer = z.rows.Row(from+i, buffer)
		for j, v := range buffer {
			row[j] = z.units.Input(v, j)
		}
		row[d] = 1
		for o := range k {
			b.y[i*k+o] = z.units.Target(z.rows.Target(from+i, o), o)
		}
		b.w[i] = z.rows.Weight(from+i) / z.sum
	}
	return b
}

// all returns all rows as one block.
func (z design) all() block { return z.fill(z.empty(z.rows.Rows()), 0) }

// blocks calls do for each block. The blocks share memory. It stops early if the context ends.
func (z design) blocks(do func(b block)) {
	n := z.rows.Rows()
	if n == 0 {
		return
	}
	b := z.empty(min(n, blockRows))
	for from := 0; from < n && z.err() == nil; from += blockRows {
		do(z.fill(b, from))
	}
}
