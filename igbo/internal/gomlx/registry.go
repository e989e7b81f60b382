package gomlx

import (
	"maps"
	"sync"

	"github.com/gomlx/gomlx/core/graph"
)

var registering sync.Mutex

// Register changes graph.VJPRegistration, the table from which GoMLX takes the gradients of operations. The function change receives a
// copy, which replaces the table if change returns true. A gradient that another goroutine is building therefore uses the table before or
// after the change, and an unchanged table is not written.
func Register(change func(table map[graph.NodeType]graph.VJP) bool) {
	registering.Lock()
	defer registering.Unlock()
	if table := maps.Clone(graph.VJPRegistration); change(table) {
		graph.VJPRegistration = table
	}
}
