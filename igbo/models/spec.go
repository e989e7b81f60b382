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

// KindCustom is the kind of a model that is a function of the user's: a Spec
// cannot build it, but says its name where it is saved.
const KindCustom Kind = "custom"

// The largest sizes that settings may have.
const (
	maxWidth  = 1 << 16 // of a layer, and taps of a convolution
	maxLayers = 1 << 10
	maxMemory = 1 << 40 // steps that a convolution sees back
)

// Kinds lists the architectures.
func Kinds() []Kind {
	return []Kind{KindLinear, KindMLP, KindGRU, KindLSTM, KindAttention, KindConv}
}

// Spec describes a model by data, which are saved and loaded with it. Only the settings of its Kind are used, and they are required;
// linear has none.
type Spec struct {
	Kind Kind `json:"kind"`
	// Outputs is K, the number of outputs at each step: y [B,T,K] for K > 1. 0 is 1.
	Outputs int `json:"outputs,omitempty"`
	// Members is S, the number of models whose mean is the model, each with separate variables; 0 is 1. Mean selects the averaged quantity.
	Members int  `json:"members,omitempty"`
	Mean    Mean `json:"mean,omitempty"`
	// Name is what a custom model is called.
	Name      string           `json:"name,omitempty"`
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

// CustomSpec names a model that is a function of the user's.
func CustomSpec(name string) Spec { return Spec{Kind: KindCustom, Name: name} }

// DefaultSpec describes a kind with its default settings spelled out. Error: an
// unknown kind.
func DefaultSpec(kind Kind) (Spec, error) {
	s := Spec{Kind: kind}
	switch kind {
	case KindLinear:
	case KindMLP:
		s.MLP = given(DefaultMLPConfig())
	case KindGRU:
		s.GRU = given(DefaultGRUConfig())
	case KindLSTM:
		s.LSTM = given(DefaultLSTMConfig())
	case KindAttention:
		s.Attention = given(DefaultAttentionConfig())
	case KindConv:
		s.Conv = given(DefaultConvConfig())
	default:
		return Spec{}, fmt.Errorf("models: unknown model %q (want one of %v)", kind, sortedKinds())
	}
	return s, nil
}

func given[C any](c C) *C { return &c }

// Build returns the model function x [B,T,D] → y [B,T], or [B,T,K] for K > 1
// outputs. Errors: an unknown kind, missing or invalid settings of its kind.
func (s Spec) Build() (func(scope *model.Scope, x *Node) *Node, error) {
	f, err := s.BuildMasked()
	if err != nil {
		return nil, err
	}
	return unmasked(f), nil
}

// BuildMasked returns the model function for padded series: mask is a boolean
// [B,T], true at valid steps, or nil where all are. Masked steps output zero
// and the valid ones do not see them; x may hold anything there. Errors: those
// of Build.
func (s Spec) BuildMasked() (func(scope *model.Scope, x, mask *Node) *Node, error) {
	if s.Outputs < 0 || s.Outputs > maxWidth {
		return nil, fmt.Errorf("models: Outputs is %d, want 1 to %d, or 0 for 1", s.Outputs, maxWidth)
	}
	if err := s.checkMembers(); err != nil {
		return nil, err
	}
	if s.Members > 1 {
		return s.averaged()
	}
	k := max(s.Outputs, 1)
	switch s.Kind {
	case KindLinear:
		return pointwiseMasked(linear(k)), nil
	case KindMLP:
		return build("MLP", s.MLP, func(c MLPConfig) masked { return pointwiseMasked(mlp(c, k)) })
	case KindGRU:
		return build("GRU", s.GRU, func(c GRUConfig) masked { return maskedGRU(c, k) })
	case KindLSTM:
		return build("LSTM", s.LSTM, func(c LSTMConfig) masked { return maskedLSTM(c, k) })
	case KindAttention:
		return build("Attention", s.Attention, func(c AttentionConfig) masked { return maskedAttention(c, k) })
	case KindConv:
		return build("Conv", s.Conv, func(c ConvConfig) masked { return maskedConv(c, k) })
	case KindCustom:
		return nil, fmt.Errorf("models: the model %q is a function of the user's, which a Spec does not hold", s.Name)
	default:
		return nil, fmt.Errorf("models: unknown model %q (want one of %v)", s.Kind, sortedKinds())
	}
}

// masked is a model function for padded series.
type masked = func(scope *model.Scope, x, mask *Node) *Node

// build makes the model of the settings in a field of Spec, which must be there.
func build[C interface{ Validate() error }](field string, settings *C, of func(C) masked) (masked, error) {
	if settings == nil {
		return nil, fmt.Errorf("models: the settings of kind %s are nil (set Spec.%s, or use DefaultSpec)", strings.ToLower(field), field)
	}
	if err := (*settings).Validate(); err != nil {
		return nil, err
	}
	return of(*settings), nil
}

// pointwiseMasked takes a model that looks at each step alone: there a mask
// clears input and output.
func pointwiseMasked(f func(scope *model.Scope, x *Node) *Node) masked {
	return func(scope *model.Scope, x, mask *Node) *Node {
		checkSeries("the model", x, mask)
		return valid(f(scope, keep(x, mask)), mask)
	}
}

func sortedKinds() []Kind { return slices.Sorted(slices.Values(Kinds())) }
