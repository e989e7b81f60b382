package models

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// Kind is the name of an architecture, as used in files and flags.
type Kind string

// The architectures that a Spec can build.
const (
	KindLinear    Kind = "linear"
	KindMLP       Kind = "mlp"
	KindGRU       Kind = "gru"
	KindLSTM      Kind = "lstm"
	KindAttention Kind = "attention"
	KindConv      Kind = "conv"
)

// KindCustom is the kind of a user-defined model. A Spec cannot build it, but stores its name.
const KindCustom Kind = "custom"

// The maximum values of settings.
const (
	maxWidth  = 1 << 16 // width of a layer, or taps of a convolution
	maxLayers = 1 << 10
	maxMemory = 1 << 40 // past steps that a convolution depends on
)

// Kinds returns the architectures that a [Spec] can build.
func Kinds() []Kind {
	return []Kind{KindLinear, KindMLP, KindGRU, KindLSTM, KindAttention, KindConv}
}

// Spec describes a model. It is saved with the model as JSON. The settings of its Kind are required, except for
// linear models, which have none. Other settings are ignored.
type Spec struct {
	Kind Kind `json:"kind"`
	// Outputs is K, the number of outputs at each step. The model returns y [B,T,K] for K > 1. 0 means 1.
	Outputs int `json:"outputs,omitempty"`
	// Members is S, the number of ensemble members, each with separate variables; 0 means 1. Mean selects which
	// quantity is averaged.
	Members int  `json:"members,omitempty"`
	Mean    Mean `json:"mean,omitempty"`
	// Name is the name of a custom model.
	Name      string           `json:"name,omitempty"`
	MLP       *MLPConfig       `json:"mlp,omitempty"`
	GRU       *GRUConfig       `json:"gru,omitempty"`
	LSTM      *LSTMConfig      `json:"lstm,omitempty"`
	Attention *AttentionConfig `json:"attention,omitempty"`
	Conv      *ConvConfig      `json:"conv,omitempty"`
}

// LinearSpec returns the spec of a linear model.
func LinearSpec() Spec { return Spec{Kind: KindLinear} }

// MLPSpec returns the spec of a multilayer perceptron.
func MLPSpec(cfg MLPConfig) Spec { return Spec{Kind: KindMLP, MLP: &cfg} }

// CustomSpec returns the spec of a user-defined model.
func CustomSpec(name string) Spec { return Spec{Kind: KindCustom, Name: name} }

// DefaultSpec returns the spec of a kind with explicit default settings. It returns an error if the kind is
// unknown.
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

// Build returns the model function. It maps x [B,T,D] to y [B,T], or to [B,T,K] for K > 1 outputs. Build
// returns an error if the kind is unknown or if its settings are missing or invalid.
func (s Spec) Build() (func(scope *model.Scope, x *Node) *Node, error) {
	f, err := s.BuildMasked()
	if err != nil {
		return nil, err
	}
	return unmasked(f), nil
}

// BuildMasked returns the model function for padded series. The mask is a boolean [B,T] that is true at valid
// steps; nil means that all steps are valid. Masked steps output zero and do not affect valid steps; x may hold
// any values there. BuildMasked returns the same errors as [Spec.Build].
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
		return nil, fmt.Errorf("models: the model %q is a user-defined function, which a Spec does not contain (set Config.Function)", s.Name)
	default:
		return nil, fmt.Errorf("models: unknown model %q (want one of %v)", s.Kind, sortedKinds())
	}
}

// masked is a model function for padded series.
type masked = func(scope *model.Scope, x, mask *Node) *Node

// build builds the model from the settings in a field of Spec. They must not be nil.
func build[C interface{ Validate() error }](field string, settings *C, of func(C) masked) (masked, error) {
	if settings == nil {
		return nil, fmt.Errorf("models: the settings of kind %s are nil (set Spec.%s, or use DefaultSpec)", strings.ToLower(field), field)
	}
	if err := (*settings).Validate(); err != nil {
		return nil, err
	}
	return of(*settings), nil
}

// pointwiseMasked adds a mask to a model that treats each step separately: it clears the inputs and outputs of
// masked steps.
func pointwiseMasked(f func(scope *model.Scope, x *Node) *Node) masked {
	return func(scope *model.Scope, x, mask *Node) *Node {
		checkSeries("the model", x, mask)
		return valid(f(scope, keep(x, mask)), mask)
	}
}

func sortedKinds() []Kind { return slices.Sorted(slices.Values(Kinds())) }
