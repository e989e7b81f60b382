package train

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// part is what one tensor of a batch takes of every row: numbers, or flags.
type part struct {
	label   bool
	numbers []float64
	flags   []bool
	mask    []bool // of steps; numbers elsewhere are zero. nil: all are valid
	dtype   dtypes.DType
	dims    []int // of a row
	width   int   // elements of a row
	steps   int
	// shift and scale are those of the numbers in turn; nil leaves them.
	shift, scale []float64
}

// parts lists the tensors of a batch, inputs before labels.
func (b *Batches) parts() []part {
	row := []int{b.Steps}
	x := part{numbers: b.X, shift: b.Shift, scale: b.Scale, mask: b.Mask, dtype: b.DType, dims: []int{b.Steps, b.Features}}
	y := part{numbers: b.Y, shift: b.TargetShift, scale: b.TargetScale, mask: b.Mask, dtype: b.DType, dims: row, label: true}
	if k := b.outputs(); k > 1 {
		y.dims = []int{b.Steps, k}
	}
	all := []part{x, y}
	if b.Mask != nil {
		flags := part{flags: b.Mask, dtype: dtypes.Bool, dims: row}
		labels := flags
		labels.label = true
		all = []part{x, flags, y, labels}
	}
	if b.Weights != nil {
		all = append(all, part{numbers: b.Weights, dtype: b.DType, label: true})
	}
	for i := range all {
		all[i].width, all[i].steps = 1, b.Steps
		for _, d := range all[i].dims {
			all[i].width *= d
		}
	}
	return all
}

// shape is that of so many rows.
func (p part) shape(rows int) shapes.Shape {
	return shapes.Make(p.dtype, append([]int{rows}, p.dims...)...)
}

// fill copies rows into a slice of the part's type.
func (p part) fill(flat any, rows []int) {
	switch to := flat.(type) {
	case []bool:
		for i, r := range rows {
			copy(to[i*p.width:], p.flags[r*p.width:(r+1)*p.width])
		}
	case []float32:
		gather(p, to, rows)
	case []float64:
		gather(p, to, rows)
	}
}

// gather copies rows of numbers, shifted and scaled, zeros at masked steps.
func gather[T float32 | float64](p part, to []T, rows []int) {
	for i, r := range rows {
		row := to[i*p.width : (i+1)*p.width]
		if from := p.numbers[r*p.width : (r+1)*p.width]; len(p.scale) == 0 {
			for k, v := range from {
				row[k] = T(v)
			}
		} else {
			scaled(row, from, p.shift, p.scale)
		}
		if p.mask == nil {
			continue
		}
		each := p.width / p.steps
		for t, valid := range p.mask[r*p.steps : (r+1)*p.steps] {
			if !valid {
				clear(row[t*each : (t+1)*each])
			}
		}
	}
}

// scaled writes (v − shift)/scale of numbers, whose units come in turn.
func scaled[T float32 | float64](to []T, from, shift, scale []float64) {
	for at := 0; at < len(from); at += len(scale) {
		part, into := from[at:at+len(scale)], to[at:at+len(scale)]
		for k, v := range part {
			into[k] = T((v - shift[k]) / scale[k])
		}
	}
}
