package train

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/scan"
)

// stepper takes steps on the batches of its source.
type stepper interface {
	// take takes between 1 and most steps in one call to the backend and returns their records.
	take(most int) (records [][]float64, err error)
	stop()
}

// byBatch takes steps on the batches of any dataset. Batches of the same shape are stacked and
// share a call.
type byBatch struct {
	driver   *Driver
	capacity int // steps per call
	name     string
	next     func() (gomlx.Batch, error, bool)
	end      func()
	held     *gomlx.Batch // fetched but not used yet
	failed   error        // error of the batch after the fetched ones
}

func (s *byBatch) stop() {
	s.end()
	if s.held != nil {
		_ = s.held.Finalize()
	}
}

func (s *byBatch) take(most int) ([][]float64, error) {
	batches, err := s.batches(most)
	if err != nil {
		return nil, err
	}
	first := batches[0]
	if len(batches) == 1 {
		return s.singly(batches)
	}
	capacity := s.space(first)
	given := []*tensors.Tensor{tensors.FromScalar(int32(len(batches)))}
	for k := range tensorsOf(first) {
		stack, err := stack(batches, k, capacity)
		if err != nil {
			return nil, err
		}
		given = append(given, stack)
	}
	records, err := s.driver.run(program{layoutOf(first), stackedSteps}, len(batches), given, nil)
	if scan.NoKernel(err) {
		s.capacity = 1
		return s.singly(batches)
	}
	for _, b := range batches {
		err = errors.Join(err, b.Finalize())
	}
	return records, err
}

// singly takes one step per batch, each in a separate call.
func (s *byBatch) singly(batches []gomlx.Batch) (records [][]float64, err error) {
	for _, b := range batches {
		more, err := s.driver.run(program{layoutOf(b), oneStep}, 1, tensorsOf(b), nil)
		if err != nil {
			return nil, err
		}
		records = append(records, more...)
	}
	return records, nil
}

// space returns the number of batches like this one that fit into a call.
func (s *byBatch) space(like gomlx.Batch) int {
	bytes := 1
	for _, t := range tensorsOf(like) {
		bytes += int(t.Shape().ByteSize())
	}
	return max(1, min(s.capacity, maxResident/bytes))
}

// batches fetches at least one batch, and more while they have the same shape and fit.
func (s *byBatch) batches(most int) (batches []gomlx.Batch, err error) {
	for len(batches) == 0 || len(batches) < min(most, s.space(batches[0])) {
		batch, err := s.pull()
		if err != nil && len(batches) == 0 {
			return nil, err
		}
		if err != nil {
			s.failed = err
			break
		}
		if len(batches) > 0 && !sameShapes(batches[0], batch) {
			s.held = &batch
			break
		}
		batches = append(batches, batch)
	}
	return batches, nil
}

// pull fetches the next batch of the dataset.
func (s *byBatch) pull() (batch gomlx.Batch, err error) {
	if s.failed != nil {
		return batch, s.failed
	}
	if s.held != nil {
		batch, s.held = *s.held, nil
		return batch, nil
	}
	batch, err, ok := s.next()
	switch {
	case !ok:
		return batch, fmt.Errorf("the dataset %q ended, want a batch for every step", s.name)
	case err != nil:
		return batch, err
	case len(batch.Inputs) == 0:
		return batch, fmt.Errorf("the dataset %q returned a batch without inputs, want at least 1", s.name)
	}
	for _, t := range tensorsOf(batch) {
		if !t.Ok() {
			return batch, fmt.Errorf("the dataset %q returned a tensor that is nil or was freed; return new tensors in each batch, because each step frees those of its batch", s.name)
		}
	}
	return batch, nil
}

// tensorsOf returns a batch's inputs, followed by its labels.
func tensorsOf(b gomlx.Batch) []*tensors.Tensor { return slices.Concat(b.Inputs, b.Labels) }

func sameShapes(a, b gomlx.Batch) bool {
	return len(a.Inputs) == len(b.Inputs) && slices.EqualFunc(tensorsOf(a), tensorsOf(b), func(x, y *tensors.Tensor) bool {
		return x.Shape().Equal(y.Shape())
	})
}

// stack stacks tensor k of several batches into a tensor with the given capacity.
func stack(batches []gomlx.Batch, k, capacity int) (*tensors.Tensor, error) {
	shape := tensorsOf(batches[0])[k].Shape().Clone()
	shape.Dimensions = append([]int{capacity}, shape.Dimensions...)
	out := tensors.FromShape(shape)
	err := out.MutableBytes(func(to []byte) {
		each := len(to) / capacity
		for i, b := range batches {
			if err := tensorsOf(b)[k].ConstBytes(func(from []byte) { copy(to[i*each:], from) }); err != nil {
				panic(err)
			}
		}
	})
	return out, err
}
