package train

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"
)

// Batches is a train.Dataset over N samples held in memory. Every epoch is a
// permutation that depends on (Seed, epoch) alone, and the last batch of an
// epoch may be smaller. It never ends; Start says at which step to begin.
type Batches struct {
	// X holds N·T·D inputs, row by row; Y holds N·T·K targets.
	X, Y []float64
	// Shift and Scale, where set, hold D numbers each: a batch has (x − shift)/scale of each input; TargetShift and TargetScale
	// likewise K of the targets.
	Shift, Scale, TargetShift, TargetScale []float64
	// Outputs is K; 0 is 1. The targets of a batch are [B,T], or [B,T,K] for K > 1.
	Outputs int
	// Weights, where set, holds N weights of the samples; a batch has those of its own,
	// [B], as its last label.
	Weights []float64
	// Mask, where set, holds N·T values, true at valid steps. A batch then has
	// it as a second input and as a second label, and zeros at the other steps,
	// whatever X and Y hold there.
	Mask []bool
	// Steps and Features are T and D.
	Steps, Features int
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

// Samples returns N; 0 without steps.
func (b *Batches) Samples() int {
	if b == nil || b.Steps < 1 {
		return 0
	}
	return len(b.Y) / b.outputs() / b.Steps
}

// outputs is K.
func (b *Batches) outputs() int { return max(b.Outputs, 1) }

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
		per := b.PerEpoch()
		for step := b.Start; ; {
			order := Permutation(b.Samples(), b.Seed, step/per)
			for ; ; step++ {
				from := (step % per) * b.Size
				if !yield(order[from:min(from+min(b.Size, len(order)), len(order))]) {
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
		panic(fmt.Errorf("train: a permutation of %d samples, expected 0 or more", n))
	}
	return rand.New(rand.NewPCG(seed, uint64(epoch))).Perm(n)
}

// maxStart leaves room for the steps of a run.
const maxStart = 1 << 60

func (b *Batches) check() error {
	switch {
	case b == nil:
		return errors.New("train: no batches")
	case b.Steps < 1 || b.Features < 1:
		return fmt.Errorf("train: batches of T = %d steps and D = %d features, expected at least 1 of each", b.Steps, b.Features)
	case b.Outputs < 0:
		return fmt.Errorf("train: batches of K = %d targets a step, expected at least 1, or 0 for 1", b.Outputs)
	case len(b.Y) == 0 || len(b.Y)%b.outputs() != 0 || len(b.Y)/b.outputs()%b.Steps != 0:
		return fmt.Errorf("train: %d targets, expected a positive multiple of T = %d and K = %d", len(b.Y), b.Steps, b.outputs())
	case len(b.X)%(len(b.Y)/b.outputs()) != 0 || len(b.X)/(len(b.Y)/b.outputs()) != b.Features: // the product may overflow
		return fmt.Errorf("train: %d inputs, expected %d steps × D = %d", len(b.X), len(b.Y)/b.outputs(), b.Features)
	case b.Mask != nil && len(b.Mask) != len(b.Y)/b.outputs():
		return fmt.Errorf("train: a mask of %d steps, expected one for each of %d", len(b.Mask), len(b.Y)/b.outputs())
	case b.Weights != nil && len(b.Weights) != b.Samples():
		return fmt.Errorf("train: %d weights, expected one for each of %d samples", len(b.Weights), b.Samples())
	case len(b.Shift) != len(b.Scale) || len(b.Scale) != 0 && len(b.Scale) != b.Features || len(b.TargetShift) != len(b.TargetScale) || len(b.TargetScale) != 0 && len(b.TargetScale) != b.outputs():
		return fmt.Errorf("train: %d shifts and %d scales of inputs, %d and %d of targets, expected none or D = %d, none or K = %d", len(b.Shift), len(b.Scale), len(b.TargetShift), len(b.TargetScale), b.Features, b.outputs())
	case b.Size < 1:
		return fmt.Errorf("train: batch size %d, expected at least 1", b.Size)
	case b.Start < 0 || b.Start > maxStart:
		return fmt.Errorf("train: batches from step %d on, expected 0 to %d", b.Start, maxStart)
	case b.DType != dtypes.Float32 && b.DType != dtypes.Float64:
		return fmt.Errorf("train: dtype %s, expected Float32 or Float64", b.DType)
	}
	return nil
}

// bytes is the size of the data in its dtype, the mask as input and label.
func (b *Batches) bytes() int {
	if b == nil {
		return 0
	}
	return (len(b.X)+len(b.Y)+len(b.Weights))*b.DType.Size() + 2*len(b.Mask)
}
