package verdict

import (
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/task"
)

// records are the valid steps of some samples, in their order: what a model that looks at one
// step at a time sees. They are looked up in the data, not copied.
type records struct {
	data igbo.Data
	at   []int // places of steps in N·T
}

// recordsOf are those of the samples of these numbers; nil are all.
func recordsOf(d igbo.Data, samples []int) records {
	if samples == nil {
		samples = make([]int, d.Samples())
		for i := range samples {
			samples[i] = i
		}
	}
	if d.Steps == 1 && d.Mask == nil {
		return records{d, samples}
	}
	var at []int
	for _, i := range samples {
		for t := i * d.Steps; t < (i+1)*d.Steps; t++ {
			if d.Mask == nil || d.Mask[t] {
				at = append(at, t)
			}
		}
	}
	return records{d, at}
}

func (r records) n() int { return len(r.at) }

// target and weight are those of record i; each step has its series' weight.
func (r records) target(i int) float64 { return r.data.Y[r.at[i]] }

func (r records) weight(i int) float64 {
	if r.data.Weights == nil {
		return 1
	}
	return r.data.Weights[r.at[i]/r.data.Steps]
}

// weights are all of them, nil where each is 1.
func (r records) weights() []float64 {
	if r.data.Weights == nil {
		return nil
	}
	w := make([]float64, r.n())
	for i := range w {
		w[i] = r.weight(i)
	}
	return w
}

func (r records) targets() []float64 {
	y := make([]float64, r.n())
	for i := range y {
		y[i] = r.target(i)
	}
	return y
}

// units are shift and scale of inputs and target, as igbo.Config.Standardize has them.
type units struct {
	shift, scale             []float64
	targetShift, targetScale float64
}

// measure finds them on the records to train on.
func measure(r records, loss task.Loss) units {
	u := units{targetScale: 1}
	k := len(r.data.Features)
	column := make([]float64, r.n())
	for j := range k {
		for i, at := range r.at {
			column[i] = r.data.X[at*k+j]
		}
		shift, scale := meanScale(column)
		u.shift, u.scale = append(u.shift, shift), append(u.scale, scale)
	}
	if loss.ScalesTarget() {
		u.targetShift, u.targetScale = meanScale(r.targets())
	}
	return u
}

func meanScale(values []float64) (mean, scale float64) {
	mean, scale = stat.PopMeanStdDev(values, nil)
	if scale == 0 {
		scale = 1
	}
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
	records records
	units   units
	sum     float64 // of the weights
}

func (u units) design(r records) design {
	z := design{records: r, units: u}
	for i := range r.n() {
		z.sum += r.weight(i)
	}
	return z
}

// blocks calls do for each block, whose memory is used again for the next one.
func (z design) blocks(do func(b block)) {
	n, k := z.records.n(), len(z.records.data.Features)
	size := min(n, blockRecords)
	all, y, w := make([]float64, size*(k+1)), make([]float64, size), make([]float64, size)
	for from := 0; from < n; from += size {
		rows := min(size, n-from)
		b := block{mat.NewDense(rows, k+1, all[:rows*(k+1)]), y[:rows], w[:rows]}
		for i := range rows {
			row, at := b.x.RawRowView(i), z.records.at[from+i]
			for j := range k {
				row[j] = (z.records.data.X[at*k+j] - z.units.shift[j]) / z.units.scale[j]
			}
			row[k] = 1
			b.y[i] = (z.records.data.Y[at] - z.units.targetShift) / z.units.targetScale
			b.w[i] = z.records.weight(from+i) / z.sum
		}
		do(b)
	}
}
