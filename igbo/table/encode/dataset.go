package encode

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/train"
)

// DatasetOptions say how batches are made of a file.
type DatasetOptions struct {
	// Batch is B; the last batch of a pass may be smaller.
	Batch int `json:"batch"`
	// Shuffle is how many samples are held and drawn from in an order of the Seed; 0 is the file's order.
	// Every pass has the same order.
	Shuffle int   `json:"shuffle"`
	Seed    int64 `json:"seed"`
	// Scale brings the numbers to the model's units; nil leaves them.
	Scale *Scale `json:"scale,omitempty"`
	// DType is Float32 or Float64.
	DType dtypes.DType `json:"-"`
}

// DefaultDatasetOptions are batches of 256 in single precision, drawn from 65536 samples at a time.
func DefaultDatasetOptions(seed int64) DatasetOptions {
	return DatasetOptions{Batch: 256, Shuffle: 1 << 16, Seed: seed, DType: dtypes.Float32}
}

// Dataset yields batches straight from a file: x [B,1,D], and y [B,1] with
// weights [B] where the Spec has them. It is a train.Dataset of GoMLX.
type Dataset struct {
	ctx      context.Context
	file     File
	encoding *Encoding
	options  DatasetOptions
}

// Dataset makes batches of the chosen rows as encoded.
//
// Errors: an encoding without target, of series or damaged, counts below 1, a
// Scale of another length, a dtype that is no float.
func (f File) Dataset(ctx context.Context, e *Encoding, o DatasetOptions) (*Dataset, error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	switch d := len(e.Features()); {
	case ctx == nil:
		return nil, errors.New("table: a dataset without a context")
	case e.Target == nil:
		return nil, errors.New("table: a dataset of an encoding without a target, expected one to train on")
	case e.Spec.ID != "":
		return nil, fmt.Errorf("table: series by %q of a file that is read piece by piece; read it whole", e.Spec.ID)
	case o.Batch < 1 || o.Shuffle < 0:
		return nil, fmt.Errorf("table: batches of %d drawn from %d samples, expected at least 1 and 0", o.Batch, o.Shuffle)
	case o.DType != dtypes.Float32 && o.DType != dtypes.Float64:
		return nil, fmt.Errorf("table: batches of dtype %s, expected Float32 or Float64", o.DType)
	case o.Scale != nil && (len(o.Scale.Shift) != d || len(o.Scale.Scale) != d):
		return nil, fmt.Errorf("table: a scale of %d columns, expected %d", len(o.Scale.Scale), d)
	}
	return &Dataset{ctx: ctx, file: f, encoding: e, options: o}, nil
}

// Name implements train.Dataset.
func (d *Dataset) Name() string {
	if d == nil {
		return "no file"
	}
	return d.file.Path
}

// Iter implements train.Dataset: a pass over the file.
func (d *Dataset) Iter() iter.Seq2[train.Batch, error] {
	return func(yield func(train.Batch, error) bool) {
		if d == nil || d.encoding == nil {
			yield(train.Batch{}, errors.New("table: a dataset of no file"))
			return
		}
		held := &samples{width: len(d.encoding.Features()), random: rand.New(rand.NewPCG(uint64(d.options.Seed), 0))}
		for s, err := range d.file.encoded(d.ctx, d.encoding) {
			if err != nil {
				yield(train.Batch{}, err)
				return
			}
			held.add(d.options.Scale, s)
			if held.n() >= max(d.options.Shuffle, d.options.Batch) && !d.give(held, false, yield) {
				return
			}
		}
		d.give(held, true, yield)
	}
}

// give yields the held samples in batches, all or but for those that make no whole batch.
func (d *Dataset) give(held *samples, all bool, yield func(train.Batch, error) bool) bool {
	if d.options.Shuffle > 0 {
		held.shuffle()
	}
	at := 0
	for ; held.n()-at >= d.options.Batch || all && at < held.n(); at += d.options.Batch {
		end := min(at+d.options.Batch, held.n())
		b := batch[float32]
		if d.options.DType == dtypes.Float64 {
			b = batch[float64]
		}
		if !yield(b(held, at, end), nil) {
			return false
		}
	}
	held.drop(min(at, held.n()))
	return true
}

// samples are held for the batches to come.
type samples struct {
	width   int
	x, y, w []float64
	random  *rand.Rand
}

func (s *samples) n() int { return len(s.y) }

// add appends samples in the model's units.
func (s *samples) add(scale *Scale, from *Samples) {
	x, y := len(s.x), len(s.y)
	s.x, s.y, s.w = append(s.x, from.X...), append(s.y, from.Y...), append(s.w, from.Weights...)
	if scale == nil {
		return
	}
	for i := range s.x[x:] {
		k := i % s.width
		s.x[x+i] = (s.x[x+i] - scale.Shift[k]) / scale.Scale[k]
	}
	for i := range s.y[y:] {
		s.y[y+i] = (s.y[y+i] - scale.TargetShift) / scale.TargetScale
	}
}

func (s *samples) shuffle() {
	s.random.Shuffle(s.n(), func(i, j int) {
		for k := range s.width {
			a, b := i*s.width+k, j*s.width+k
			s.x[a], s.x[b] = s.x[b], s.x[a]
		}
		s.y[i], s.y[j] = s.y[j], s.y[i]
		if len(s.w) > 0 {
			s.w[i], s.w[j] = s.w[j], s.w[i]
		}
	})
}

// drop lets go of the first n samples.
func (s *samples) drop(n int) {
	s.x, s.y = append(s.x[:0], s.x[n*s.width:]...), append(s.y[:0], s.y[n:]...)
	if len(s.w) > 0 {
		s.w = append(s.w[:0], s.w[n:]...)
	}
}

// batch makes tensors of the samples from at to end.
func batch[F float32 | float64](s *samples, at, end int) train.Batch {
	n := end - at
	b := train.Batch{
		Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(floats[F](s.x[at*s.width:end*s.width]), n, 1, s.width)},
		Labels: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(floats[F](s.y[at:end]), n, 1)},
	}
	if len(s.w) > 0 {
		b.Labels = append(b.Labels, tensors.FromFlatDataAndDimensions(floats[F](s.w[at:end]), n))
	}
	return b
}

func floats[F float32 | float64](from []float64) []F {
	to := make([]F, len(from))
	for i, v := range from {
		to[i] = F(v)
	}
	return to
}
