package gomlx

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// inspect passes a node of a 2×3 graph on the embedded backend to a function.
func inspect(t *testing.T, look func(x *graph.Node)) {
	t.Helper()
	b := must.Of(embedded.Open("")).In(t)
	must.Of(graph.CallOnce(b, func(x *graph.Node) *graph.Node {
		look(x)
		return x
	}, [][]float64{{1, 2, 3}, {4, 5, 6}})).In(t)
}

// TestEmbedded checks that the embedded backend is recognised by its name, also in a wrapper.
func TestEmbedded(t *testing.T) {
	inspect(t, func(x *graph.Node) {
		if !Embedded(x) {
			t.Errorf("the embedded backend, called %q, is not known", x.Graph().Backend().Name())
		}
	})
}

// TestLayoutsAreChecked checks that GoMLX's structures are accepted, and that the error about another field or type names what is missing.
func TestLayoutsAreChecked(t *testing.T) {
	if err := CheckNodes(); err != nil {
		t.Error(err)
	}
	type builder struct{}
	if err := CheckBuilder(&builder{}); err != nil {
		t.Errorf("the builder of a backend that is not XLA: %v", err)
	}
	refusal.Check(t, checkLayout(reflect.TypeFor[builder](), builderLayout), "builder has no field", version)
	refusal.Check(t, CheckBuilder(builder{}), "must be a pointer")
	for _, s := range []struct {
		structure reflect.Type
		fields    map[string]string
	}{
		{reflect.TypeFor[graph.Node](), nodeLayout},
		{reflect.TypeFor[graph.Graph](), graphLayout},
		{reflect.TypeFor[graph.Function](), functionLayout},
	} {
		if err := checkLayout(s.structure, s.fields); err != nil {
			t.Error(err)
		}
		for name := range s.fields {
			refusal.Check(t, checkLayout(s.structure, map[string]string{name: "int8"}), name, "int8", version)
			refusal.Check(t, checkLayout(s.structure, map[string]string{name + "_": s.fields[name]}), name+"_", version)
		}
	}
}

// TestSettings checks that parameters are read with their values.
func TestSettings(t *testing.T) {
	inspect(t, func(x *graph.Node) {
		if got, want := Ints(graph.TransposeAllAxes(x, 1, 0), "permutation"), []int{1, 0}; !slices.Equal(got, want) {
			t.Errorf("permutation %v, want %v", got, want)
		}
		if got, want := ReducedAxes(graph.ReduceSum(x)), []int{0, 1}; !slices.Equal(got, want) {
			t.Errorf("the axes of a sum over all are %v, want %v", got, want)
		}
		padding := []graph.PadAxis{{Start: 1, Interior: 2}, {End: 3}}
		if got := Padding(graph.Pad(x, graph.ScalarZero(x.Graph(), x.DType()), padding...)); !slices.Equal(got, padding) {
			t.Errorf("padding %v, want %v", got, padding)
		}
	})
}

// TestUnknownSetting checks that a missing parameter is an error with its name, not a zero.
func TestUnknownSetting(t *testing.T) {
	inspect(t, func(x *graph.Node) {
		defer func() {
			if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), `"absent"`) {
				t.Errorf("got %v, want an error that names the parameter", err)
			}
		}()
		Int(graph.Neg(x), "absent")
	})
}
