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
	KindLinear Kind = "linear"
	KindMLP    Kind = "mlp"
)

// Kinds lists the architectures.
func Kinds() []Kind { return []Kind{KindLinear, KindMLP} }

// Spec describes a model by data, so that a trained one can be saved and
// loaded. Only the settings of its Kind count.
type Spec struct {
	Kind Kind       `json:"kind"`
	MLP  *MLPConfig `json:"mlp,omitempty"`
}

// LinearSpec describes the linear model.
func LinearSpec() Spec { return Spec{Kind: KindLinear} }

// MLPSpec describes a multilayer perceptron.
func MLPSpec(cfg MLPConfig) Spec { return Spec{Kind: KindMLP, MLP: &cfg} }

// Build returns the model function. Errors: an unknown kind, invalid settings.
func (s Spec) Build() (func(scope *model.Scope, x *Node) *Node, error) {
	switch s.Kind {
	case KindLinear:
		return Linear(), nil
	case KindMLP:
		cfg := DefaultMLPConfig()
		if s.MLP != nil {
			cfg = *s.MLP
		}
		return MLP(cfg), cfg.Validate()
	default:
		return nil, fmt.Errorf("models: unknown model %q, expected one of %s", s.Kind, kindNames())
	}
}

func kindNames() string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
