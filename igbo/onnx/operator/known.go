package operator

import (
	"sync"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// mostKnown is the maximum number of elements that are computed at build time.
const mostKnown = 1 << 20

// evaluator returns the backend that computes numbers at build time.
var evaluator = sync.OnceValues(func() (compute.Backend, error) { return embedded.Open("") })

// numbers returns the numbers of a value that depends only on weights, constants and shapes. It returns nil for
// other values and for those with more than mostKnown elements.
func (b *builder) numbers(name string) *tensors.Tensor {
	v := b.values[name]
	switch {
	case v == nil || v.unknown:
		return nil
	case v.known != nil:
		return v.known
	}
	v.unknown = true
	switch {
	case v.weight != nil:
		if t, err := standard.Tensor(v.weight); err == nil {
			v.known = t
		}
	case v.from != nil && v.node.Shape().Size() <= mostKnown && len(Inner(v.from)) == 0:
		v.known = b.found(name, v)
	}
	v.unknown = v.known == nil
	return v.known
}

// found evaluates one operation whose inputs are known.
func (b *builder) found(name string, v *value) *tensors.Tensor {
	inputs := map[string]*value{}
	for _, in := range v.from.Input {
		if in == "" {
			continue
		}
		t := b.numbers(in)
		if t == nil {
			return nil
		}
		inputs[in] = &value{known: t}
	}
	backend, err := evaluator()
	if err != nil {
		return nil
	}
	out, err := CallOnce(backend, func(g *Graph) *Node {
		inner := &builder{graph: g, values: inputs, left: b.left, first: len(g.Nodes())}
		inner.operation(v.from)
		return inner.node(name)
	})
	if err != nil {
		return nil
	}
	return out
}
