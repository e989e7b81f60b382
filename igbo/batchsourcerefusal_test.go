package igbo

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestDatasetRefusals checks invalid batches, and settings that are incompatible with a dataset.
func TestDatasetRefusals(t *testing.T) {
	from := func(values []float32, dims ...int) *tensors.Tensor {
		return tensors.FromFlatDataAndDimensions(values, dims...)
	}
	at := func(edit func(b *gomlx.Batch)) func(*Config, *Source) {
		return func(_ *Config, s *Source) {
			s.Dataset = drawn{batches: 3, size: 2, edit: func(i int, b *gomlx.Batch) {
				if i == 1 {
					edit(b)
				}
			}}
		}
	}
	for want, change := range map[string]func(*Config, *Source){
		"Source.Dataset is nil":                                    func(_ *Config, s *Source) { s.Dataset = nil },
		"Source.Steps is T = 0, want at least 1":                   func(_ *Config, s *Source) { s.Steps = 0 },
		"Source.Outputs is K = -1, want 0 or more":                 func(_ *Config, s *Source) { s.Outputs = -1 },
		"D = 0 features":                                           func(_ *Config, s *Source) { s.Features = nil },
		"are both named \"a\"":                                     func(_ *Config, s *Source) { s.Features = []string{"a", "a"} },
		"has 1 outputs for 2 targets":                              func(_ *Config, s *Source) { s.Outputs = 2 },
		"Source.StepsPerEpoch is -1":                               func(_ *Config, s *Source) { s.StepsPerEpoch = -1 },
		"epochs of 9223372036854775807":                            func(_ *Config, s *Source) { s.StepsPerEpoch = math.MaxInt },
		"burn-in of 1 steps is too large for T = 1":                func(c *Config, _ *Source) { c.BurnIn = 1 },
		"Standardize is unsupported with a dataset":                func(c *Config, _ *Source) { c.Standardize = true },
		"the Armijo rule is unsupported with a dataset":            func(c *Config, _ *Source) { c.Optimizer.Name = "armijo" },
		"StepsPerCall is 2, which requires the length of an epoch": func(c *Config, _ *Source) { c.StepsPerCall = 2 },
		"\"drawn\" yields no batch":                                func(_ *Config, s *Source) { s.Dataset = drawn{} },
		"source: the disk is gone": func(_ *Config, s *Source) {
			s.Dataset = drawn{batches: 3, size: 2, fails: errors.New("the disk is gone")}
		},
		"step 2: source: a batch has 0 inputs and 1 labels": at(func(b *gomlx.Batch) { b.Inputs = nil }),
		"step 2: source: a batch has 1 inputs and 0 labels": at(func(b *gomlx.Batch) { b.Labels = nil }),
		"x is (Float32)[2, 4], want (Float32)[1, 1, 4]":     at(func(b *gomlx.Batch) { b.Inputs[0] = from(make([]float32, 8), 2, 4) }),
		"want (Float32)[2, 1, 4]":                           at(func(b *gomlx.Batch) { b.Inputs[0] = from(make([]float32, 6), 2, 1, 3) }),
		"x is (Float64)[2, 1, 4]":                           at(func(b *gomlx.Batch) { b.Inputs[0] = tensors.FromFlatDataAndDimensions(make([]float64, 8), 2, 1, 4) }),
		"y is (Float32)[3, 1], want (Float32)[2, 1]":        at(func(b *gomlx.Batch) { b.Labels[0] = from(make([]float32, 3), 3, 1) }),
		"the mask is (Float32)[2, 1], want (Bool)[2, 1]":    at(func(b *gomlx.Batch) { b.Inputs = append(b.Inputs, from(make([]float32, 2), 2, 1)) }),
		"the weights are (Float32)[1], want":                at(func(b *gomlx.Batch) { b.Labels = append(b.Labels, from(make([]float32, 1), 1)) }),
		"the weight in row 1 is -1, want a finite":          at(func(b *gomlx.Batch) { b.Labels = append(b.Labels, from([]float32{1, -1}, 2)) }),
		"x is NaN in row 1, column 2":                       at(func(b *gomlx.Batch) { b.Inputs[0] = from([]float32{0, 0, 0, 0, 0, 0, float32(math.NaN()), 0}, 2, 1, 4) }),
		"y is +Inf in row 0, want a finite":                 at(func(b *gomlx.Batch) { b.Labels[0] = from([]float32{float32(math.Inf(1)), 0}, 2, 1) }),
		"a nil or freed tensor":                             at(func(b *gomlx.Batch) { _ = b.Labels[0].FinalizeAll() }),
		"want 0 or 1":                                       func(c *Config, _ *Source) { c.Loss = task.Loss{Kind: task.KindLogistic} },
	} {
		t.Run(want, func(t *testing.T) {
			cfg, data, _ := modeltest.Small(t)
			cfg.Epochs = 2
			s := Source{Dataset: drawn{batches: 3, size: 2}, Features: data.Features, Steps: 1}
			change(&cfg, &s)
			_, err := TrainOn(context.Background(), backendtest.Open(t), cfg, s, nil)
			modeltest.Refused(t, err, want)
		})
	}
}
