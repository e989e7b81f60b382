package scan

import (
	"reflect"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

func TestVersionsAreKnownOrRefused(t *testing.T) {
	for file, ok := range map[string]bool{
		"/go/pkg/mod/github.com/gomlx/gomlx@v0.28.8/core/graph/function.go":  true,
		"github.com/gomlx/go-xla@v0.4.5/compute/xla/builder.go":              true, // -trimpath
		"/go/pkg/mod/github.com/gomlx/gomlx@v0.28.9/core/graph/function.go":  false,
		"/go/pkg/mod/github.com/gomlx/gomlx@v0.28.80/core/graph/function.go": false,
		"/go/pkg/mod/github.com/gomlx/go-xla@v0.28.8/compute/xla/builder.go": false,
		"/src/gomlx/core/graph/function.go":                                  false, // replaced
		"/app/vendor/github.com/gomlx/gomlx/core/graph/function.go":          false,
		"": false,
	} {
		if err := checkVersion(file); (err == nil) != ok {
			t.Errorf("%q: %v", file, err)
		}
	}
}

// TestGoMLXIsOfAKnownVersion checks that go.mod requires a known version of GoMLX. Test a new version on XLA before you
// list it.
func TestGoMLXIsOfAKnownVersion(t *testing.T) {
	if err := checkVersion(sourceOf(reflect.ValueOf(graph.NewClosure))); err != nil {
		t.Error(err)
	}
}

// TestUnknownVersionsFallBack checks that, with an unknown version, Scan is unrolled with the same results and Repeat
// fails.
func TestUnknownVersionsFallBack(t *testing.T) {
	needLoops(t)
	loops := 0
	values := func() [][]float64 {
		return backendtest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			out := derivatives(Scan, in, false, 1)
			loops = 0
			for _, n := range in[0].Graph().Nodes() {
				if n.Type() == graph.NodeTypeWhile {
					loops++
				}
			}
			return out
		}, problem(2)...)
	}
	looped := values()
	if loops == 0 {
		t.Error("no loop with versions that are known")
	}
	known := knownVersions["github.com/gomlx/gomlx"]
	defer func() { knownVersions["github.com/gomlx/gomlx"] = known; reasons.Clear() }()
	knownVersions["github.com/gomlx/gomlx"] = []string{"v0.0.1"}
	reasons.Clear()
	refusal.Check(t, Reason(backendtest.Open(t)), "want one of [v0.0.1]")
	unrolled := values()
	if loops != 0 {
		t.Errorf("%d loops with a version that is not known", loops)
	}
	for i := range looped {
		backendtest.Near(t, "unrolled", unrolled[i], looped[i], 1e-12)
	}
	_, err := backendtest.TryEvaluate(t, func(in []*graph.Node) []*graph.Node {
		return Repeat(2, in, func(_ *graph.Node, s []*graph.Node) []*graph.Node { return s })
	}, normal(1))
	refusal.Check(t, err, "v0.0.1", "Repeat")
}

// disguised gives a backend another type.
type disguised struct{ compute.Backend }

// TestLoopsOfTheEmbeddedBackend checks that the embedded backend supports loops, unless it was opened without loops or
// without programs.
func TestLoopsOfTheEmbeddedBackend(t *testing.T) {
	e := must.Of(embedded.Open("")).In(t)
	if err := Reason(e); err != nil {
		t.Error(err)
	}
	refusal.Check(t, Reason(must.Of(embedded.Open("unrolled")).In(t)), "without loops")
	for _, b := range []compute.Backend{nil, disguised{e}, must.Of(embedded.Open("ops_parallel")).In(t)} {
		if Supported(b) {
			t.Errorf("%T has loops", b)
		}
	}
}
