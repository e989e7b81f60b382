package record

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// A Loop holds the functions of a While, which runs Body while Cond returns true. Both take the states of the While as
// parameters, and Body returns the next states.
type Loop struct{ Cond, Body *Function }

// A NoKernelError reports an operation in a loop, or an index type of a dynamic slice, for which package program has no
// kernel.
type NoKernelError struct{ Operation string }

// Error returns the message, which names the operation and a remedy.
func (e *NoKernelError) Error() string {
	return fmt.Sprintf("program: building a loop or a dynamic slice: %s is unsupported there (remove it, or open the backend go:unrolled)", e.Operation)
}

// NoKernel returns the operation. Package scan calls it through an interface.
func (e *NoKernelError) NoKernel() string { return e.Operation }

// Closure implements compute.Function. The closure is recorded separately. If it captures an outer value, it becomes
// Opaque.
func (f *Function) Closure() (compute.Function, error) {
	inner, err := f.Function.Closure()
	if err != nil {
		return nil, err
	}
	return &Function{Function: inner, Inner: true, Nodes: map[compute.Value]*Node{}}, nil
}

// While implements compute.Function. It adds a node whose Attr is a *Loop, and one node per result whose Attr is the
// index of the result.
func (f *Function) While(cond, body compute.Function, state ...value) ([]value, error) {
	c, b := recorded(cond), recorded(body)
	inputs := f.nodesOf(state)
	if c == nil || b == nil || inputs == nil {
		if own, ok := body.(*Function); f.Inner || ok && own.Own {
			return nil, &NoKernelError{missing("a value from outside the loop", f, cond, body)}
		}
		return f.Function.While(wrapped(cond), wrapped(body), state...)
	}
	if err := fits(c, b, inputs); err != nil {
		return nil, err
	}
	var results []value
	if f.Inner || b.Own || c.Own {
		results = make([]value, len(state))
	} else {
		var err error
		if results, err = f.Function.While(c.Function, b.Function, state...); err != nil {
			return nil, err
		}
	}
	w := &Node{ID: len(f.Order), Op: compute.OpTypeWhile, Shape: inputs[0].Shape, Inputs: inputs, Attr: &Loop{Cond: c, Body: b}}
	f.Order, f.Looped = append(f.Order, w), true
	for k, n := range b.Outputs {
		var err error
		if results[k], err = f.note(results[k], &Node{Op: compute.OpTypeWhile, Shape: n.Shape, Inputs: []*Node{w}, Attr: k}); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// nodesOf returns the nodes of values, or nil if one of them is not recorded.
func (f *Function) nodesOf(values []value) []*Node {
	nodes := make([]*Node, len(values))
	for k, v := range values {
		if nodes[k] = f.Nodes[v]; nodes[k] == nil {
			return nil
		}
	}
	return nodes
}

// fits returns an error unless the parameters and results of cond and body match the states.
func fits(cond, body *Function, states []*Node) error {
	if len(states) == 0 {
		return errors.New("program: building a While: it must have at least one state")
	}
	if len(cond.Outputs) != 1 {
		return fmt.Errorf("program: building a While: the condition must return one value, got %d", len(cond.Outputs))
	}
	if result := cond.Outputs[0]; result.Size() != 1 {
		return fmt.Errorf("program: building a While: the condition must return a scalar, got %s", result.Shape)
	}
	parts := []struct {
		name  string
		nodes []*Node
	}{{"parameters of the condition", cond.Parameters}, {"parameters of the body", body.Parameters}, {"results of the body", body.Outputs}}
	for _, part := range parts {
		if len(part.nodes) != len(states) {
			return fmt.Errorf("program: building a While: got %d states, but %d %s; the numbers must be equal", len(states), len(part.nodes), part.name)
		}
	}
	for k, n := range states {
		for _, part := range parts {
			if m := part.nodes[k]; !m.Shape.Equal(n.Shape) {
				return fmt.Errorf("program: building a While: state %d has shape %s, but number %[1]d of the %[3]s has shape %[4]s; the shapes must be equal", k, n.Shape, part.name, m.Shape)
			}
		}
	}
	return nil
}

// note adds a node for the value v. If v is nil, because the wrapped backend lacks the operation, note creates a
// parameter to represent the value.
func (f *Function) note(v value, n *Node) (value, error) {
	n.ID = len(f.Order)
	if v == nil {
		var err error
		if v, err = f.Function.Parameter(fmt.Sprintf("own_%d", n.ID), n.Shape, nil); err != nil {
			return nil, err
		}
		f.Own = true
	}
	f.Nodes[v], f.Order = n, append(f.Order, n)
	return v, nil
}

// recorded returns f as a *Function if all its operations are recorded, otherwise nil.
func recorded(f compute.Function) *Function {
	if own, ok := f.(*Function); ok && !own.Opaque && len(own.Outputs) > 0 {
		return own
	}
	return nil
}

// wrapped returns the wrapped backend's function.
func wrapped(f compute.Function) compute.Function {
	if own, ok := f.(*Function); ok {
		return own.Function
	}
	return f
}

// missing returns the name of the first operation that is not recorded in the functions, or the given text if there is none.
func missing(none string, functions ...compute.Function) string {
	for _, f := range functions {
		if own, ok := f.(*Function); ok && own.Missing != "" {
			return own.Missing
		}
	}
	return none
}

// If implements compute.Function.
func (f *Function) If(condition value, yes, no compute.Function) ([]value, error) {
	return f.Function.If(condition, wrapped(yes), wrapped(no))
}

// Sort implements compute.Function. It records a separate node for each result.
func (f *Function) Sort(less compute.Function, axis int, stable bool, inputs ...value) (results []value, err error) {
	c, nodes := recorded(less), f.nodesOf(inputs)
	if f.Inner && c != nil && nodes != nil {
		results = make([]value, len(inputs))
	} else if results, err = f.Function.Sort(wrapped(less), axis, stable, inputs...); err != nil || c == nil || nodes == nil {
		return results, err
	}
	f.Left = true
	for k, n := range nodes {
		results[k], err = f.note(results[k], &Node{Op: compute.OpTypeSort, Shape: n.Shape, Inputs: nodes, Replay: func(g function, in []value) (value, error) {
			again, err := c.replayed(g)
			if err != nil {
				return nil, err
			}
			sorted, err := g.Sort(again, axis, stable, in...)
			if err != nil {
				return nil, err
			}
			return sorted[k], nil
		}})
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// replayed adds the recorded function to another function as a closure.
func (f *Function) replayed(to compute.Function) (compute.Function, error) {
	closure, err := to.Closure()
	if err != nil {
		return nil, err
	}
	values := map[*Node]value{}
	for _, n := range f.Order {
		inputs := make([]value, len(n.Inputs))
		for i, in := range n.Inputs {
			inputs[i] = values[in]
		}
		switch {
		case n.Op == compute.OpTypeParameter:
			values[n], err = closure.Parameter(n.Name, n.Shape, nil)
		case n.Op == compute.OpTypeConstant:
			values[n], err = closure.Constant(n.Flat, n.Shape.Dimensions...)
		case n.Replay != nil:
			values[n], err = n.Replay(closure, inputs)
		default:
			err = fmt.Errorf("program: building a Sort: its comparison uses %s, which is unsupported there", n.Op)
		}
		if err != nil {
			return nil, err
		}
	}
	return closure, closure.Return([]value{values[f.Outputs[0]]}, nil)
}

// outside describes an invalid argument of a dynamic slice.
const outside = "a value from outside the function, or an index that is not an int32 or int64 scalar,"

// DynamicSlice implements compute.StandardOps.
func (f *Function) DynamicSlice(x value, starts []value, dims []int) (value, error) {
	n := f.Nodes[x]
	at, ok := f.place(starts)
	if n == nil || !ok {
		return nil, &NoKernelError{missing(outside, f)}
	}
	if err := inside(n, at, dims); err != nil {
		return nil, err
	}
	return f.note(nil, &Node{Op: compute.OpTypeDynamicSlice, Shape: shapes.Make(n.DType(), dims...), Inputs: append([]*Node{n}, at...)})
}

// DynamicUpdateSlice implements compute.StandardOps.
func (f *Function) DynamicUpdateSlice(x, update value, starts []value) (value, error) {
	n, y := f.Nodes[x], f.Nodes[update]
	at, ok := f.place(starts)
	if n == nil || y == nil || !ok {
		return nil, &NoKernelError{missing(outside, f)}
	}
	if y.DType() != n.DType() {
		return nil, fmt.Errorf("program: updating a slice of %s: the update must have the same element type, got %s", n.Shape, y.Shape)
	}
	if err := inside(n, at, y.Shape.Dimensions); err != nil {
		return nil, err
	}
	return f.note(nil, &Node{Op: compute.OpTypeDynamicUpdateSlice, Shape: n.Shape, Inputs: append([]*Node{n, y}, at...)})
}

// place returns the nodes of start indices, or false unless all are recorded scalars of type int32 or int64.
func (f *Function) place(starts []value) (at []*Node, ok bool) {
	for _, v := range starts {
		n := f.Nodes[v]
		if n == nil || n.Shape.Rank() > 0 || n.DType().Size() < 4 || !n.DType().IsInt() || n.DType().IsUnsigned() {
			return nil, false
		}
		at = append(at, n)
	}
	return at, true
}

// inside returns an error unless dims is a block of x's rank that fits into x.
func inside(x *Node, at []*Node, dims []int) error {
	switch rank := x.Shape.Rank(); {
	case len(at) != rank:
		return fmt.Errorf("program: slicing %s: got %d start indices, want %d (one for each axis)", x.Shape, len(at), rank)
	case len(dims) != rank:
		return fmt.Errorf("program: slicing %s: the slice has %d axes, but it must have %d", x.Shape, len(dims), rank)
	}
	for axis, n := range dims {
		if most := x.Shape.Dimensions[axis]; n < 0 || n > most {
			return fmt.Errorf("program: slicing %s: axis %d of the slice must have 0 to %d elements, got %d", x.Shape, axis, most, n)
		}
	}
	return nil
}
