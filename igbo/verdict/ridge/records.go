package ridge

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// Records are the valid steps of some samples, in their order: what a model that looks at one
// step at a time sees. They are looked up in the data, not copied.
type Records struct {
	data samples.Data
	at   []int // places of steps in N·T; nil are all
}

// place is that of record i in N·T.
func (r Records) place(i int) int {
	if r.at == nil {
		return i
	}
	return r.at[i]
}

// Of are those of the samples with these numbers; nil are all.
func Of(d samples.Data, numbers []int) Records {
	if numbers == nil && d.Steps == 1 && d.Mask == nil {
		return Records{data: d}
	}
	if numbers == nil {
		numbers = make([]int, d.Samples())
		for i := range numbers {
			numbers[i] = i
		}
	}
	if d.Steps == 1 && d.Mask == nil {
		return Records{d, numbers}
	}
	at := []int{}
	for _, i := range numbers {
		for t := i * d.Steps; t < (i+1)*d.Steps; t++ {
			if d.Mask == nil || d.Mask[t] {
				at = append(at, t)
			}
		}
	}
	return Records{d, at}
}

// N is how many there are.
func (r Records) N() int {
	if r.at == nil {
		return len(r.data.Y)
	}
	return len(r.at)
}

// Target is that of record i.
func (r Records) Target(i int) float64 { return r.data.Y[r.place(i)] }

// Weight is that of record i: each step has its series' weight.
func (r Records) Weight(i int) float64 {
	if r.data.Weights == nil {
		return 1
	}
	return r.data.Weights[r.place(i)/r.data.Steps]
}

// Weights are all of them, nil where each is 1.
func (r Records) Weights() []float64 {
	if r.data.Weights == nil {
		return nil
	}
	w := make([]float64, r.N())
	for i := range w {
		w[i] = r.Weight(i)
	}
	return w
}

// Targets are all of them.
func (r Records) Targets() []float64 {
	y := make([]float64, r.N())
	for i := range y {
		y[i] = r.Target(i)
	}
	return y
}

// Units are shift and scale of inputs and target, as igbo.Config.Standardize has them.
type Units struct {
	Shift, Scale             []float64
	TargetShift, TargetScale float64
}

// Measure finds them on the records to train on.
func Measure(r Records, loss task.Loss) Units {
	u := Units{TargetScale: 1}
	k := len(r.data.Features)
	column := make([]float64, r.N())
	for j := range k {
		for i := range column {
			column[i] = r.data.X[r.place(i)*k+j]
		}
		shift, scale := meanScale(column)
		u.Shift, u.Scale = append(u.Shift, shift), append(u.Scale, scale)
	}
	if loss.ScalesTarget() {
		u.TargetShift, u.TargetScale = meanScale(r.Targets())
	}
	return u
}

func meanScale(values []float64) (mean, scale float64) {
	mean, scale = stat.PopMeanStdDev(values, nil)
	scale = cmp.Or(scale, 1)
	return mean, scale
}

// blockRecords is how many records are standardised at once.
const blockRecords = 1024

// block is some records: standardised inputs with a last column of ones, targets, and weights,
// which sum to 1 over all blocks.
type block struct {
	x *mat.Dense
	y []float64
	w []float64
}

// design is records in units, block by block: memory does not grow with them.
type design struct {
	ctx     context.Context // nil where nothing ends the work
	records Records
	units   Units
	sum     float64 // of the weights
}

func (u Units) design(r Records) design {
	z := design{records: r, units: u}
	for i := range r.N() {
		z.sum += r.Weight(i)
	}
	return z
}

// err returns the context's error.
func (z design) err() error {
	if z.ctx == nil || z.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("verdict: fitting a penalised linear model: %w", z.ctx.Err())
}

// blocks calls do for each block, whose memory is used again for the next one. It stops early when the context ends.
func (z design) blocks(do func(b block)) {
	n, k := z.records.N(), len(z.records.data.Features)
	size := min(n, blockRecords)
	all, y, w := make([]float64, size*(k+1)), make([]float64, size), make([]float64, size)
	for from := 0; from < n && z.err() == nil; from += size {
		rows := min(size, n-from)
		b := block{mat.NewDense(rows, k+1, all[:rows*(k+1)]), y[:rows], w[:rows]}
		for i := range rows {
			row, at := b.x.RawRowView(i), z.records.place(from+i)
			for j := range k {
				row[j] = (z.records.data.X[at*k+j] - z.units.Shift[j]) / z.units.Scale[j]
			}
			row[k] = 1
			b.y[i] = (z.records.data.Y[at] - z.units.TargetShift) / z.units.TargetScale
			b.w[i] = z.records.Weight(from+i) / z.sum
		}
		do(b)
	}
}

// mean is that of the targets, by their weights.
func (r Records) mean() (mean float64) {
	total := 0.0
	for i := range r.N() {
		if w := r.Weight(i); w > 0 {
			total += w
			d := r.Target(i) - mean
			mean += d * w / total
		}
	}
	return mean
}
