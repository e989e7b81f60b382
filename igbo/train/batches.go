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

// Batches is a train.Dataset over samples held in memory. Every epoch is a
// permutation that depends on (Seed, epoch) alone, and the last batch of an
// epoch may be smaller. It never ends; Start says at which step to begin.
type Batches struct {
	// Data holds the samples. A batch has inputs [B,T,D] and targets [B,T], or [B,T,K] for K > 1.
	//
	// With a mask, a batch has it as a second input and as a second label, and zeros at the other steps, whatever the
	// data hold there. With weights, a batch has those of its samples, [B], as its last label.
	Data samples.Data
	// Units are those of the batches. The zero value leaves the numbers as they are.
	Units samples.Normalization
	// Size is the batch size B.
	Size int
	// Seed decides the permutations.
	Seed uint64
	// Start is the number of batches that a run before this one has used.
	Start int
	// DType is Float32 or Float64.
	DType dtypes.DType
}

// Name implements train.Dataset.
func (b *Batches) Name() string { return "batches" }

// Samples returns N; 0 of none.
func (b *Batches) Samples() int {
	if b == nil {
		return 0
	}
	return b.Data.Samples()
}

// PerEpoch returns the number of batches in an epoch, ⌈N/B⌉; 0 without a batch size.
func (b *Batches) PerEpoch() int {
	n := b.Samples()
	if n == 0 || b.Size < 1 {
		return 0
	}
	return (n-1)/b.Size + 1 // n + Size may overflow
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

// rows are those of every batch from Start on; they have no end.
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
					rows = slices.Clone(rows) // which may be used after the epoch
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

// All returns the whole data as one batch, in its own order. It panics with
// an error on data of wrong sizes.
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

// Permutation returns the order of n samples in an epoch. It panics with an
// error for n < 0.
func Permutation(n int, seed uint64, epoch int) []int {
	if n < 0 {
		panic(fmt.Errorf("train: permuting %d samples, want 0 or more", n))
	}
	return permutation(nil, n, seed, epoch)
}

// permutation is Permutation in a space; nil is the heap.
func permutation(space *spool.Space, n int, seed uint64, epoch int) []int {
	order := spool.Scratch[int](space, n)
	for i := range order {
		order[i] = i
	}
	rand.New(rand.NewPCG(seed, uint64(epoch))).Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// maxStart leaves room for the steps of a run.
const maxStart = 1 << 60

func (b *Batches) check() error {
	if b == nil {
		return errors.New("train: no batches")
	}
	if err := b.Data.ValidateSizes(); err != nil {
		return err
	}
	if err := b.Units.ValidateFor(b.Data); err != nil {
		return err
	}
	switch {
	case b.Size < 1:
		return fmt.Errorf("train: batch size %d, want at least 1", b.Size)
	case b.Start < 0 || b.Start > maxStart:
		return fmt.Errorf("train: Start is step %d, want 0 to %d", b.Start, maxStart)
	case b.DType != dtypes.Float32 && b.DType != dtypes.Float64:
		return fmt.Errorf("train: dtype %s, want Float32 or Float64", b.DType)
	}
	return nil
}

// bytes is the size of the data in its dtype, the mask as input and label.
func (b *Batches) bytes() int {
	if b == nil {
		return 0
	}
	return (len(b.Data.X)+len(b.Data.Y)+len(b.Data.Weights))*b.DType.Size() + 2*len(b.Data.Mask)
}
