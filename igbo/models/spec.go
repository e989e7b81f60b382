package models

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// Kind names an architecture in files and flags.
type Kind string

// The architectures that a Spec can name.
const (
	KindLinear    Kind = "linear"
	KindMLP       Kind = "mlp"
	KindGRU       Kind = "gru"
	KindLSTM      Kind = "lstm"
	KindAttention Kind = "attention"
	KindConv      Kind = "conv"
)

// Kinds lists the architectures.
func Kinds() []Kind {
	return []Kind{KindLinear, KindMLP, KindGRU, KindLSTM, KindAttention, KindConv}
}

// Spec describes a model by data, so that a trained one can be saved and
// loaded. Only the settings of its Kind count.
type Spec struct {
	Kind      Kind             `json:"kind"`
	MLP       *MLPConfig       `json:"mlp,omitempty"`
	GRU       *GRUConfig       `json:"gru,omitempty"`
	LSTM      *LSTMConfig      `json:"lstm,omitempty"`
	Attention *AttentionConfig `json:"attention,omitempty"`
	Conv      *ConvConfig      `json:"conv,omitempty"`
}

// LinearSpec describes the linear model.
func LinearSpec() Spec { return Spec{Kind: KindLinear} }

// MLPSpec describes a multilayer perceptron.
func MLPSpec(cfg MLPConfig) Spec { return Spec{Kind: KindMLP, MLP: &cfg} }

// Build returns the model function x [B,T,D] → y [B,T], with its kind's
// default settings where none are given. Errors: an unknown kind, invalid
// settings.
func (s Spec) Build() (func(scope *model.Scope, x *Node) *Node, error) {
	f, err := s.BuildMasked()
	if err != nil {
		return nil, err
	}
	return unmasked(f), nil
}

// BuildMasked returns the model function for padded series: mask is a boolean
// [B,T], true at valid steps, or nil where all are. Masked steps output zero
// and the valid ones do not see them. Errors: those of Build.
func (s Spec) BuildMasked() (func(scope *model.Scope, x, mask *Node) *Node, error) {
	switch s.Kind {
	case KindLinear:
		return pointwiseMasked(Linear()), nil
	case KindMLP:
		cfg := or(s.MLP, DefaultMLPConfig)
		return pointwiseMasked(MLP(cfg)), cfg.Validate()
	case KindGRU:
		cfg := or(s.GRU, DefaultGRUConfig)
		return MaskedGRU(cfg), cfg.Validate()
	case KindLSTM:
		cfg := or(s.LSTM, DefaultLSTMConfig)
		return MaskedLSTM(cfg), cfg.Validate()
	case KindAttention:
		cfg := or(s.Attention, DefaultAttentionConfig)
		return MaskedAttention(cfg), cfg.Validate()
	case KindConv:
		cfg := or(s.Conv, DefaultConvConfig)
		return MaskedConv(cfg), cfg.Validate()
	default:
		return nil, fmt.Errorf("models: unknown model %q, expected one of %s", s.Kind, kindNames())
	}
}

// pointwiseMasked takes a model that looks at each step alone: there a mask
// only clears the output.
func pointwiseMasked(f func(scope *model.Scope, x *Node) *Node) func(scope *model.Scope, x, mask *Node) *Node {
	return func(scope *model.Scope, x, mask *Node) *Node {
		y := f(scope, x)
		if mask == nil {
			return y
		}
		return Where(mask, y, ZerosLike(y))
	}
}

// or is the given settings, or the default ones.
func or[C any](given *C, standard func() C) C {
	if given == nil {
		return standard()
	}
	return *given
}

func kindNames() string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
