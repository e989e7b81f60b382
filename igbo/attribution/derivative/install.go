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

// registered holds GoMLX's gradients as they were before [Install].
var registered map[NodeType]VJP

// Install registers the backward rules of this package with GoMLX. From then on, graph.Gradient uses them and
// rejects what this package rejects, with an [*UnsupportedError]. Gradients that are registered later take
// precedence.
//
// The functions of this package that build derivatives call Install. It is safe for concurrent use; only the
// first call has an effect. It returns an error if the version of GoMLX is not supported.
func Install() error { return installed() }

var installed = sync.OnceValue(func() error {
	if err := gomlx.CheckNodes(); err != nil {
		return fmt.Errorf("derivative: installing gradients: %w", err)
	}
	gomlx.Register(func(table map[NodeType]VJP) bool {
		registered = maps.Clone(table)
		types := append(NodeTypeValues(), NodeTypeCall, NodeTypeSort, NodeTypeWhile, NodeTypeIf)
		for _, t := range slices.AppendSeq(types, maps.Keys(registered)) {
			if t != NodeTypeSplitNode { // GoMLX handles it itself
				table[t] = backwardOf(t)
			}
		}
		return true
	})
	return nil
})

// mustInstall is like [Install] but panics with the error.
func mustInstall() {
	if err := Install(); err != nil {
		panic(err)
	}
}

// backwardOf returns the VJP of an operation. It uses the rule in the table, or else GoMLX's own gradient.
// GoMLX may pass a node of another type if an operation is recomputed.
func backwardOf(t NodeType) VJP {
	return func(n *Node, v []*Node, output shapes.Shape) []*Node {
		rule := ruleBackward(t)
		if reason := refusal(n); reason != "" || rule == nil {
			panic(unsupported(n, cmp.Or(reason, noRule)))
		}
		return rule(n, v, output)
	}
}

// ruleBackward returns the backward rule of an operation, or nil if there is none.
func ruleBackward(t NodeType) VJP {
	if own := rules[t].backward; own != nil {
		return own
	}
	return registered[t]
}
