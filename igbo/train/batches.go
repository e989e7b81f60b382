package train

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/samples"
)

// Batches is a train.Dataset of samples in memory. It never ends. Every epoch is a permutation that
// only depends on Seed and the epoch. The last batch of an epoch can be smaller.
type Batches struct {
	// Data holds the samples. A batch has inputs [B,T,D] and targets [B,T], or [B,T,K] for K > 1.
	//
	// If the data have a mask, it is the second input and the second label of a batch, and the
	// values at masked steps are zero, regardless of the data. If the data have weights, those of
	// the samples, [B], are the last label.
	Data samples.Data
	// Units are the units of the batches. The zero value leaves the numbers unchanged.
	Units samples.Normalization
	// Size is the batch size B.
	Size int
	// Seed determines the permutations.
	Seed uint64
	// Start is the number of batches that a previous run has already used.
	Start int
	// DType is Float32 or Float64.
	DType dtypes.DType
}

// Name implements train.Dataset.
func (b *Batches) Name() string { return "batches" }

// Samples returns N, or 0 for a nil dataset.
func (b *Batches) Samples() int {
	if b == nil {
		return 0
	}
	return b.Data.Samples()
}

// PerEpoch returns the number of batches in an epoch, ⌈N/B⌉, or 0 without a batch size.
func (b *Batches) PerEpoch() int {
	n := b.Samples()
	if n == 0 || b.Size < 1 {
		return 0
	}
	return (n-1)/b.Size + 1 // n + Size could overflow
}

// Iter implements train.Dataset.
func (b *Batches) Iter() iter.Seq2[gomlx.Batch, error] {
	return func(yield func(gomlx.Batch, error) bool) {
		if err := b.check(); err != nil {
			yield(gomlx.Batch{}, err)
			return
		}
		for rows := range b.rows() {
			if !yield(b.batch(rows), nil) {
				return
			}
		}
	}
}

// rows returns the rows of every batch from Start on. The sequence is infinite.
func (b *Batches) rows() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		per, space := b.PerEpoch(), samples.Scratch(b.Data)
		defer func() { space.Close() }()
		for step := b.Start; ; {
			_ = space.Close()
			order := permutation(space, b.Samples(), b.Seed, step/per)
			for ; ; step++ {
				from := (step % per) * b.Size
				rows := order[from:min(from+min(b.Size, len(order)), len(order))]
				if space != nil {
					rows = slices.Clone(rows) // because they may be used after the epoch
				}
				if !yield(rows) {
					return
				}
				if (step+1)%per == 0 {
					step++
					break
				}
			}
		}
	}
}

// All returns the whole data as one batch, in the original order. It panics with an error if the
// data have inconsistent sizes.
func (b *Batches) All() gomlx.Batch {
	if err := b.check(); err != nil {
		panic(err)
	}
	return b.batch(xslices.Iota(0, b.Samples()))
}

func (b *Batches) batch(rows []int) (batch gomlx.Batch) {
	for _, p := range b.parts() {
		t := tensors.FromShape(p.shape(len(rows)))
		t.MustMutableFlatData(func(flat any) { p.fill(flat, rows) })
		if p.label {
			batch.Labels = append(batch.Labels, t)
		} else {
			batch.Inputs = append(batch.Inputs, t)
		}
	}
	return batch
}

// Permutation returns the order of n samples in an epoch. It panics with an error if n < 0.
func Permutation(n int, seed uint64, epoch int) []int {
	if n < 0 {
		panic(fmt.Errorf("train: the number of samples to permute must be at least 0, got %d", n))
	}
	return permutation(nil, n, seed, epoch)
}

// permutation is like Permutation, but allocates the result in a space; nil is the heap.
func permutation(space *spool.Space, n int, seed uint64, epoch int) []int {
	order := spool.Scratch[int](space, n)
	for i := range order {
		order[i] = i
	}
	rand.New(rand.NewPCG(seed, uint64(epoch))).Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// maxStart leaves headroom for the steps of a run.
const maxStart = 1 << 60

func (b *Batches) check() error {
	if b == nil {
		return errors.New("train: the batches (*Batches) must not be nil")
	}
	if err := b.Data.ValidateSizes(); err != nil {
		return err
	}
	if err := b.Units.ValidateFor(b.Data); err != nil {
		return err
	}
	switch {
	case b.Size < 1:
		return fmt.Errorf("train: Batches.Size must be at least 1, got %d", b.Size)
	case b.Start < 0 || b.Start > maxStart:
		return fmt.Errorf("train: Batches.Start must be 0 to %d, got %d", maxStart, b.Start)
	case b.DType != dtypes.Float32 && b.DType != dtypes.Float64:
		return fmt.Errorf("train: Batches.DType must be Float32 or Float64, got %s", b.DType)
	}
	return nil
}

// bytes returns the size of the data in its dtype, including the mask as input and label.
func (b *Batches) bytes() int {
	if b == nil {
		return 0
	}
	return (len(b.Data.X)+len(b.Data.Y)+len(b.Data.Weights))*b.DType.Size() + 2*len(b.Data.Mask)
}
