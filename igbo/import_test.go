package igbo_test

import (
	"maps"
	"reflect"
	"runtime"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"

	_ "github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// imported holds the gradients of operations after all imports, before any test.
var imported = maps.Clone(VJPRegistration)

// TestImportsChangeNoGradient checks that importing igbo does not change GoMLX's gradients, and
// that Install adds gradients without removing any.
func TestImportsChangeNoGradient(t *testing.T) {
	sourceOf := func(f VJP) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }
	for op, f := range imported {
		if !strings.HasPrefix(sourceOf(f), "github.com/gomlx/gomlx/core/graph.") {
			t.Errorf("after the import the gradient of %s is %s", op, sourceOf(f))
		}
	}
	for _, op := range []NodeType{NodeTypeRsqrt, NodeTypeWhile} {
		if imported[op] != nil {
			t.Errorf("after the import %s has a gradient", op)
		}
	}
	must.Do(t, attribution.Install())
	for op := range imported {
		if VJPRegistration[op] == nil {
			t.Errorf("Install removes the gradient of %s", op)
		}
	}
	if own := VJPRegistration[NodeTypeRsqrt]; own == nil || !strings.Contains(sourceOf(own), "igbolab") {
		t.Error("Install adds no gradient of Rsqrt")
	}
}
