package scan

import (
	"testing"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/exported"
)

func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	step := func(_ *Node, s []*Node) []*Node { return s }
	more := func(i *Node, _ []*Node) *Node { return i }
	keep := func(carry, _, _ []*Node) (next, outputs []*Node) { return carry, nil }
	none := []*Node{nil}
	exported.Check(t, map[string]exported.Call{
		"Supported": exported.Total("no backend has no loops"),
		"Reason":    exported.Bad(func() error { return Reason(nil) }),
		"NoKernel":  exported.Total("no error is of a missing kernel"),
		"Repeat": exported.Bad(func() error { Repeat(0, none, step); return nil }, func() error { Repeat(1, none, step); return nil },
			func() error { Repeat(1, nil, step); return nil }, func() error { Repeat(1, none, nil); return nil }),
		"RepeatWhile": exported.Bad(func() error { RepeatWhile(nil, none, step); return nil }, func() error { RepeatWhile(more, nil, step); return nil },
			func() error { RepeatWhile(more, none, step); return nil }),
		"Scan": exported.Bad(func() error { Scan(nil, nil, nil, Options{}); return nil }, func() error { Scan(keep, none, nil, Options{}); return nil },
			func() error { Scan(keep, nil, none, Options{}); return nil }),
		"Backward":            exported.Bad(func() error { Backward(nil, nil, shapes.Shape{}); return nil }),
		"Of":                  exported.Total("nil is no loop"),
		"Closed":              exported.Total("nil is no loop"),
		"Loop.Inside":         exported.Total("no loop has nothing inside"),
		"Loop.Tangents":       exported.Bad(func() error { (*Loop)(nil).Tangents(nil, nil, false, nil, nil); return nil }),
		"CapturedError.Error": exported.Total("the zero value names no node"),
	})
}
