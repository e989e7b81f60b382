package source

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"
)

// A Layout describes a valid batch. The inputs are x [B,T,D] and, for padded series, a boolean mask [B,T]. The labels are
// y [B,T], or [B,T,K] for K > 1, and, for weighted samples, weights [B] or [B,T]. B may differ between batches; the model
// is compiled once for each B.
type Layout struct {
	// Steps, Features and Targets are T, D and K.
	Steps, Features, Targets int
	// DType is the type of all tensors except the mask: Float32 or Float64.
	DType dtypes.DType
	// Expects returns "" for a valid target y, and otherwise a description of the valid targets. If Expects is nil, all
	// targets are valid.
	Expects func(y float64) string
}

// Validate returns an error if a size or the dtype is invalid.
func (l Layout) Validate() error {
	switch {
	case l.Steps < 1:
		return fmt.Errorf("source: batches have T = %d steps, want at least 1", l.Steps)
	case l.Features < 1:
		return fmt.Errorf("source: batches have D = %d features, want at least 1", l.Features)
	case l.Targets < 1:
		return fmt.Errorf("source: batches have K = %d targets, want at least 1", l.Targets)
	case l.DType != dtypes.Float32 && l.DType != dtypes.Float64:
		return fmt.Errorf("source: unsupported dtype %s of batches (want Float32 or Float64)", l.DType)
	}
	return nil
}

// take validates a batch and arranges it for training: it inserts a copy of the mask after the first label.
func (l Layout) take(b gomlx.Batch) (gomlx.Batch, error) {
	if err := l.check(b); err != nil {
		return b, err
	}
	if len(b.Inputs) == 1 {
		return b, nil
	}
	mask, err := b.Inputs[1].Clone()
	if err != nil {
		return b, fmt.Errorf("source: %w", err)
	}
	b.Labels = slices.Insert(slices.Clone(b.Labels), 1, mask)
	return b, nil
}

func (l Layout) check(b gomlx.Batch) error {
	if n, m := len(b.Inputs), len(b.Labels); n < 1 || n > 2 || m < 1 || m > 2 {
		return fmt.Errorf("source: a batch has %d inputs and %d labels; the inputs must be x and optionally a mask, the labels y and optionally weights", n, m)
	}
	for _, t := range slices.Concat(b.Inputs, b.Labels) {
		if t == nil || !t.Ok() {
			return errors.New("source: a batch has a nil or freed tensor (yield new tensors: each step frees those of its batch)")
		}
	}
	rows := 0
	if s := b.Inputs[0].Shape(); s.Rank() == 3 {
		rows = s.Dim(0)
	}
	y := []int{rows, l.Steps}
	if l.Targets > 1 {
		y = append(y, l.Targets)
	}
	err := cmp.Or(
		is("x is", b.Inputs[0], l.DType, []int{max(rows, 1), l.Steps, l.Features}),
		is("y is", b.Labels[0], l.DType, y))
	if len(b.Inputs) == 2 {
		err = cmp.Or(err, is("the mask is", b.Inputs[1], dtypes.Bool, []int{rows, l.Steps}))
	}
	if len(b.Labels) == 2 {
		err = cmp.Or(err, is("the weights are", b.Labels[1], l.DType, []int{rows}, []int{rows, l.Steps}))
	}
	if err != nil {
		return err
	}
	return l.values(b)
}

// is returns an error unless a tensor has the given dtype and one of the given dimensions.
func is(what string, t *tensors.Tensor, dtype dtypes.DType, dims ...[]int) error {
	s := t.Shape()
	for _, d := range dims {
		if s.DType == dtype && slices.Equal(s.Dimensions, d) {
			return nil
		}
	}
	want := make([]string, len(dims))
	for i, d := range dims {
		want[i] = shapes.Make(dtype, d...).String()
	}
	return fmt.Errorf("source: %s %s, want %s", what, s, strings.Join(want, " or "))
}

// values validates the numbers in the valid steps of a batch.
func (l Layout) values(b gomlx.Batch) error {
	valid := func(int) bool { return true }
	if len(b.Inputs) == 2 {
		mask, err := tensors.CopyFlatData[bool](b.Inputs[1])
		if err != nil {
			return fmt.Errorf("source: %w", err)
		}
		valid = func(row int) bool { return mask[row] }
	}
	err := each(b.Inputs[0], l.Features, valid, func(row, k int, v float64) error {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("source: x is %g in row %d, column %d, want a finite number", v, row, k)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = each(b.Labels[0], l.Targets, valid, func(row, _ int, v float64) error {
		if l.Expects == nil {
			return nil
		}
		if want := l.Expects(v); want != "" {
			return fmt.Errorf("source: y is %g in row %d, %s", v, row, want)
		}
		return nil
	})
	if err != nil || len(b.Labels) == 1 {
		return err
	}
	return each(b.Labels[1], 1, func(int) bool { return true }, func(row, _ int, w float64) error {
		if !(w >= 0) || math.IsInf(w, 0) {
			return fmt.Errorf("source: the weight in row %[2]d is %[1]g, want a finite number of at least 0", w, row)
		}
		return nil
	})
}

// each calls look for every number in the valid rows of a tensor. Rows have k numbers.
func each(t *tensors.Tensor, k int, valid func(row int) bool, look func(row, k int, v float64) error) (err error) {
	failed := t.ConstFlatData(func(flat any) {
		switch values := flat.(type) {
		case []float32:
			err = walk(values, k, valid, look)
		case []float64:
			err = walk(values, k, valid, look)
		}
	})
	return errors.Join(failed, err)
}

func walk[F float32 | float64](values []F, k int, valid func(row int) bool, look func(row, k int, v float64) error) error {
	for i, v := range values {
		if row := i / k; valid(row) {
			if err := look(row, i%k, float64(v)); err != nil {
				return err
			}
		}
	}
	return nil
}

// chained returns the digest of the previous digest and a batch.
func chained(before string, b gomlx.Batch) (string, error) {
	h := sha256.New()
	h.Write([]byte(before))
	for _, t := range slices.Concat(b.Inputs, b.Labels) {
		fmt.Fprintf(h, "%s;", t.Shape())
		if err := t.ConstBytes(func(data []byte) { h.Write(data) }); err != nil {
			return "", fmt.Errorf("source: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
