package train

import (
	"iter"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/scan"
)

// maxResident is the largest amount of data, in bytes, that is passed in one call or placed on the
// device as a whole.
const maxResident = 1 << 30

// byIndex takes steps on rows of data that is on the device as a whole. A call of several steps
// only passes the row numbers. A call of one step gathers its rows on the host.
type byIndex struct {
	driver   *Driver
	source   *Batches
	data     []*tensors.Tensor // inputs before labels
	layout   layout
	capacity int // steps per call
	next     func() ([]int, bool)
	end      func()
	held     []int // fetched but not used yet
}

func (d *Driver) byIndex(b *Batches, capacity int) (*byIndex, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	all := b.All()
	s := &byIndex{driver: d, source: b, data: tensorsOf(all), layout: layoutOf(all), capacity: capacity}
	if b.Samples()%b.Size != 0 { // the last batch of an epoch has a different shape
		s.capacity = min(s.capacity, max(b.PerEpoch()-1, 1))
	}
	s.next, s.end = iter.Pull(b.rows())
	return s, nil
}

func (s *byIndex) stop() {
	s.end()
	_ = gomlx.Batch{Inputs: s.data}.Finalize()
}

func (s *byIndex) take(most int) ([][]float64, error) {
	batches := s.rows(min(most, s.capacity))
	size := len(batches[0])
	if len(batches) == 1 {
		return s.driver.run(program{s.layout, oneStep}, 1, tensorsOf(s.source.batch(batches[0])), nil)
	}
	given := []*tensors.Tensor{
		tensors.FromScalar(int32(len(batches))),
		tensors.FromFlatDataAndDimensions(indices(batches, s.capacity*size), s.capacity, size),
	}
	records, err := s.driver.run(program{s.layout, gatheredSteps}, len(batches), given, s.data)
	if !scan.NoKernel(err) {
		return records, err
	}
	s.capacity = 1
	for _, rows := range batches {
		more, err := s.driver.run(program{s.layout, oneStep}, 1, tensorsOf(s.source.batch(rows)), nil)
		if err != nil {
			return nil, err
		}
		records = append(records, more...)
	}
	return records, nil
}

// rows returns the rows of at least one batch, and of more while they have the same size.
func (s *byIndex) rows(most int) (batches [][]int) {
	for len(batches) < most {
		rows := s.held
		if s.held = nil; rows == nil {
			rows, _ = s.next() // never ends
		}
		if len(batches) > 0 && len(rows) != len(batches[0]) {
			s.held = rows
			break
		}
		batches = append(batches, rows)
	}
	return batches
}

// indices concatenates the rows of the batches and pads them with zeros to length n.
func indices(batches [][]int, n int) []int32 {
	flat := make([]int32, 0, n)
	for _, rows := range batches {
		for _, r := range rows {
			flat = append(flat, int32(r))
		}
	}
	return flat[:n]
}

// part describes one tensor of a batch: its numbers or flags for every row.
type part struct {
	label   bool
	numbers []float64
	flags   []bool
	mask    []bool // of steps; numbers at masked steps are zero; nil means all steps are valid
	dtype   dtypes.DType
	dims    []int // of a row
	width   int   // elements per row
	steps   int
	// shift and scale apply to the numbers cyclically; nil leaves them unchanged.
	shift, scale []float64
}

// parts returns the tensors of a batch, inputs before labels.
func (b *Batches) parts() []part {
	d, row := b.Data, []int{b.Data.Steps}
	x := part{numbers: d.X, mask: d.Mask, dtype: b.DType, dims: []int{d.Steps, len(d.Features)}}
	y := part{numbers: d.Y, mask: d.Mask, dtype: b.DType, dims: row, label: true}
	x.shift, x.scale, y.shift, y.scale = b.Units.Units(d.Targets())
	if k := d.Targets(); k > 1 {
		y.dims = []int{d.Steps, k}
	}
	all := []part{x, y}
	if d.Mask != nil {
		flags := part{flags: d.Mask, dtype: dtypes.Bool, dims: row}
		labels := flags
		labels.label = true
		all = []part{x, flags, y, labels}
	}
	if d.Weights != nil {
		all = append(all, part{numbers: d.Weights, dtype: b.DType, label: true})
	}
	for i := range all {
		all[i].width, all[i].steps = 1, d.Steps
		for _, d := range all[i].dims {
			all[i].width *= d
		}
	}
	return all
}

// shape returns the shape of the part for the given number of rows.
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

// gather copies rows of numbers, shifted and scaled, with zeros at masked steps.
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

// scaled writes (v − shift)/scale for each number; shift and scale repeat cyclically.
func scaled[T float32 | float64](to []T, from, shift, scale []float64) {
	for at := 0; at < len(from); at += len(scale) {
		part, into := from[at:at+len(scale)], to[at:at+len(scale)]
		for k, v := range part {
			into[k] = T((v - shift[k]) / scale[k])
		}
	}
}
