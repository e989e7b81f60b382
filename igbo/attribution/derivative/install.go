package derivative

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// registered holds GoMLX's table of gradients as [Install] found it.
var registered map[NodeType]VJP

// Install gives the backward rules of this package to GoMLX: graph.Gradient then uses
// them, and refuses with an [*UnsupportedError] what this package refuses. A gradient
// that is registered afterwards takes precedence.
//
// The functions of this package that build derivatives call it. It may be called any
// number of times and by several goroutines; the first call does the work. It returns an
// error for a version of GoMLX whose nodes have other fields than this package reads.
func Install() error { return installed() }

var installed = sync.OnceValue(func() error {
	if err := gomlx.CheckNodes(); err != nil {
		return fmt.Errorf("derivative: installing gradients: %w", err)
	}
	gomlx.Register(func(table map[NodeType]VJP) bool {
		registered = maps.Clone(table)
		types := append(NodeTypeValues(), NodeTypeCall, NodeTypeSort, NodeTypeWhile, NodeTypeIf)
		for _, t := range slices.AppendSeq(types, maps.Keys(registered)) {
			if t != NodeTypeSplitNode { // GoMLX takes it apart itself
				table[t] = backwardOf(t)
			}
		}
		return true
	})
	return nil
})

// mustInstall is [Install] with a panic for its error, as graph builders do.
func mustInstall() {
	if err := Install(); err != nil {
		panic(err)
	}
}

// backwardOf maps the adjoints of an operation's nodes by the table, or by GoMLX's own
// gradient. GoMLX may hand over a node of another type, made when an operation is computed
// again.
func backwardOf(t NodeType) VJP {
	return func(n *Node, v []*Node, output shapes.Shape) []*Node {
		rule := ruleBackward(t)
		if reason := refusal(n); reason != "" || rule == nil {
			panic(unsupported(n, cmp.Or(reason, noRule)))
		}
		return rule(n, v, output)
	}
}

// ruleBackward returns the backward rule of an operation, nil if there is none.
func ruleBackward(t NodeType) VJP {
	if own := rules[t].backward; own != nil {
		return own
	}
	return registered[t]
}
