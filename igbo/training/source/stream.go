package source

import (
	"errors"
	"fmt"
	"iter"
	"sync"

	gomlx "github.com/gomlx/gomlx/ml/train"
)

// ErrEnd is the error that a Stream yields after the last epoch.
var ErrEnd = errors.New("source: the end of the last epoch")

// ErrOtherBatches is the error for a resumed dataset that yields other batches than before.
var ErrOtherBatches = errors.New("source: resuming: the dataset yields other batches than before the interruption")

// A Stream is a train.Dataset that repeats another dataset for a number of epochs and validates every batch. Call Iter
// only once.
type Stream struct {
	// Dataset yields the batches. Each call of its Iter must start from the beginning.
	Dataset gomlx.Dataset
	// Layout describes a valid batch.
	Layout Layout
	// StepsPerEpoch is the number of batches per epoch. The dataset is then a single stream that restarts after its last
	// batch. If it is 0, an epoch is one pass over the dataset, and the Stream reads one batch ahead.
	StepsPerEpoch int
	// Epochs is the number of epochs.
	Epochs int
	// Skip is the number of batches that were used before the training was resumed. The Stream reads and drops them.
	Skip int
	// Digests enables the computation of digests. Used is the digest of the skipped batches, or empty if it is unknown.
	Digests bool
	Used    string

	mutex sync.Mutex
	marks map[int]Mark
}

// A Mark describes the state of a stream after a step.
type Mark struct {
	// Epoch is the number of completed epochs; Ends reports whether one ended at this step.
	Epoch int
	Ends  bool
	// Used is the digest of all batches so far. It is empty unless Stream.Digests is set.
	Used string
}

// Name implements train.Dataset.
func (s *Stream) Name() string {
	if s == nil || s.Dataset == nil {
		return "no dataset"
	}
	return s.Dataset.Name()
}

// Mark returns the mark of a step and forgets those of earlier steps.
func (s *Stream) Mark(step int) Mark {
	if s == nil {
		return Mark{}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for other := range s.marks {
		if other < step {
			delete(s.marks, other)
		}
	}
	return s.marks[step]
}

func (s *Stream) put(step int, m Mark) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.marks == nil {
		s.marks = map[int]Mark{}
	}
	s.marks[step] = m
}

// check validates the settings.
func (s *Stream) check() error {
	switch {
	case s == nil || s.Dataset == nil:
		return errors.New("source: the dataset is nil (set Stream.Dataset)")
	case s.Epochs < 1:
		return fmt.Errorf("source: Stream.Epochs is %d, want at least 1", s.Epochs)
	case s.StepsPerEpoch < 0:
		return fmt.Errorf("source: Stream.StepsPerEpoch is %d, want 0 or more", s.StepsPerEpoch)
	case s.Skip < 0:
		return fmt.Errorf("source: Stream.Skip is %d, want 0 or more", s.Skip)
	}
	return s.Layout.Validate()
}

// Iter implements train.Dataset.
func (s *Stream) Iter() iter.Seq2[gomlx.Batch, error] {
	return func(yield func(gomlx.Batch, error) bool) {
		if err := s.check(); err != nil {
			yield(gomlx.Batch{}, err)
			return
		}
		at := &position{stream: s, yield: yield}
		for at.mark.Epoch < s.Epochs {
			if !at.pass() {
				return
			}
		}
		yield(gomlx.Batch{}, ErrEnd)
	}
}

// position is the current position in a Stream.
type position struct {
	stream *Stream
	yield  func(gomlx.Batch, error) bool
	step   int // number of the last batch read
	mark   Mark
}

// pass reads the dataset once, or until the last epoch ends. It returns false if the stream must stop.
func (p *position) pass() bool {
	next, stop := iter.Pull2(p.stream.Dataset.Iter())
	defer stop()
	begun := p.step
	batch, err, ok := next()
	for ok {
		if err != nil {
			p.yield(gomlx.Batch{}, fmt.Errorf("source: %w", err))
			return false
		}
		var ahead gomlx.Batch
		more, counted := true, p.stream.StepsPerEpoch > 0
		if !counted {
			ahead, err, more = next()
		}
		ends := !more || counted && (p.step+1)%p.stream.StepsPerEpoch == 0
		if !p.take(batch, ends) {
			_ = ahead.Finalize()
			return false
		}
		if p.mark.Epoch == p.stream.Epochs {
			return true
		}
		if batch, ok = ahead, more; counted {
			batch, err, ok = next()
		}
	}
	if p.step == begun {
		p.yield(gomlx.Batch{}, fmt.Errorf("source: the dataset %q yields no batch, want at least 1", p.stream.Name()))
		return false
	}
	return true
}

// take yields a batch, or drops it if it is one of the skipped ones. It returns false if the stream must stop.
func (p *position) take(batch gomlx.Batch, ends bool) bool {
	s := p.stream
	p.step++
	if p.mark.Ends = ends; ends {
		p.mark.Epoch++
	}
	checked, err := s.Layout.take(batch)
	if err == nil && s.Digests {
		p.mark.Used, err = chained(p.mark.Used, batch)
	}
	if err != nil {
		_ = batch.Finalize()
		p.yield(gomlx.Batch{}, err)
		return false
	}
	if p.step > s.Skip {
		s.put(p.step, p.mark)
		return p.yield(checked, nil)
	}
	_ = checked.Finalize()
	if p.step == s.Skip && s.Used != "" && s.Used != p.mark.Used {
		p.yield(gomlx.Batch{}, fmt.Errorf("%w (in the first %d)", ErrOtherBatches, s.Skip))
		return false
	}
	return true
}
