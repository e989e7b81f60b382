package gomlx

import (
	"testing"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// TestRegister checks that a change takes effect completely, and that a rejected change has no effect.
func TestRegister(t *testing.T) {
	own := graph.VJPRegistration
	defer func() { graph.VJPRegistration = own }()
	gradient := func(*graph.Node, []*graph.Node, shapes.Shape) []*graph.Node { return nil }
	put := func(keep bool) func(table map[graph.NodeType]graph.VJP) bool {
		return func(table map[graph.NodeType]graph.VJP) bool {
			table[graph.NodeTypeBitcast] = gradient
			if graph.VJPRegistration[graph.NodeTypeBitcast] != nil {
				t.Error("GoMLX's table changes before the change is complete")
			}
			return keep
		}
	}
	Register(put(false))
	if graph.VJPRegistration[graph.NodeTypeBitcast] != nil {
		t.Error("a change that was taken back reached GoMLX's table")
	}
	Register(put(true))
	if graph.VJPRegistration[graph.NodeTypeBitcast] == nil {
		t.Error("a change did not reach GoMLX's table")
	}
	if own[graph.NodeTypeBitcast] != nil {
		t.Error("the earlier table was written")
	}
}
