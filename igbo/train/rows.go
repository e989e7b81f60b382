package train

import (
	"iter"

	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"
)

// maxResident is the largest data, in bytes, that a call is handed or that is
// put on the device as a whole.
const maxResident = 1 << 30

// byIndex takes steps on rows of data that lies on the device as a whole, so
// that a call of several is handed the numbers of rows alone. A call of one
// gathers its rows on the host, which is faster.
type byIndex struct {
	driver   *Driver
	source   *Batches
	data     []*tensors.Tensor // inputs before labels
	layout   layout
	capacity int // steps in a call
	next     func() ([]int, bool)
	end      func()
	held     []int // pulled, and not yet used
}

func (d *Driver) byIndex(b *Batches, capacity int) (*byIndex, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	all := b.All()
	s := &byIndex{driver: d, source: b, data: tensorsOf(all), layout: layoutOf(all), capacity: capacity}
	if b.Samples()%b.Size != 0 { // the last batch of an epoch has another shape
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
	return s.driver.run(program{s.layout, gatheredSteps}, len(batches), given, s.data)
}

// rows pulls the rows of at least one batch, and of more while they are as many.
func (s *byIndex) rows(most int) (batches [][]int) {
	for len(batches) < most {
		rows := s.held
		if s.held = nil; rows == nil {
			rows, _ = s.next() // has no end
		}
		if len(batches) > 0 && len(rows) != len(batches[0]) {
			s.held = rows
			break
		}
		batches = append(batches, rows)
	}
	return batches
}

// indices lists rows one batch after the other, with zeros up to n.
func indices(batches [][]int, n int) []int32 {
	flat := make([]int32, 0, n)
	for _, rows := range batches {
		for _, r := range rows {
			flat = append(flat, int32(r))
		}
	}
	return flat[:n]
}
