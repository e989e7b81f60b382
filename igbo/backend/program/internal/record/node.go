package record

import (
	"fmt"
	"reflect"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// Function records what is added to a main function or a closure, beside adding it.
type Function struct {
	compute.Function
	Nodes      map[compute.Value]*Node
	Order      []*Node // in order of creation
	Parameters []*Node
	Outputs    []*Node
	Inner      bool   // a closure
	Opaque     bool   // holds an output that is not recorded
	Own        bool   // holds an operation that the wrapped backend lacks
	Looped     bool   // holds a While
	Left       bool   // holds an operation for which the wrapped backend runs the graph, unless it holds a While
	Missing    string // the first operation that is not recorded
}

// Node is a value: an operation on other values.
type Node struct {
	ID     int            // its place in Function.Order
	Op     compute.OpType // Parameter and Constant included
	Shape  shapes.Shape
	Inputs []*Node
	Name   string // of a parameter
	Flat   any    // of a constant
	Attr   any    // what else the operation needs
	Replay Replay // nil where every backend of this kind has a kernel
}

// Replay adds the operation to another function.
type Replay func(f compute.Function, inputs []compute.Value) (compute.Value, error)

// Size is the number of elements.
func (n *Node) Size() int { return n.Shape.Size() }

// DType is the type of the elements.
func (n *Node) DType() dtypes.DType { return n.Shape.DType }

// record notes the operation that gave v.
func (f *Function) record(v compute.Value, err error, op compute.OpType, attr any, r Replay, inputs ...compute.Value) (compute.Value, error) {
	if err != nil || f.Nodes[v] != nil {
		return v, err
	}
	shape, err := f.Function.Shape(v)
	if err != nil || !shape.Ok() || shape.IsDynamic() || shape.IsTuple() || !Fixed(shape.DType) {
		f.lacks(op, shape)
		return v, nil //nolint:nilerr // such a value is the wrapped backend's alone
	}
	n := &Node{ID: len(f.Order), Op: op, Shape: shape, Attr: attr, Replay: r}
	for _, in := range inputs {
		m := f.Nodes[in]
		if m == nil {
			f.lacks(op, shape)
			return v, nil
		}
		n.Inputs = append(n.Inputs, m)
	}
	f.Nodes[v] = n
	f.Order = append(f.Order, n)
	return v, nil
}

// left is do for the operations that are recorded because a While may hold them: graphs without one are the wrapped backend's, as
// the bits of their results are.
func (f *Function) left(op compute.OpType, add Replay, inputs ...compute.Value) (compute.Value, error) {
	f.Left = true
	return f.do(op, nil, add, inputs...)
}

// lacks notes an operation that is not recorded.
func (f *Function) lacks(op compute.OpType, shape shapes.Shape) {
	if f.Missing == "" {
		f.Missing = fmt.Sprintf("%s of %s", op, shape)
	}
}

// Fixed reports whether an element of the type has whole bytes and no pointers.
func Fixed(dtype dtypes.DType) bool {
	switch dtype {
	case dtypes.Bool, dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64,
		dtypes.Uint8, dtypes.Uint16, dtypes.Uint32, dtypes.Uint64, dtypes.Float32, dtypes.Float64:
		return true
	}
	return false
}

// Parameter implements compute.Function.
func (f *Function) Parameter(name string, shape shapes.Shape, sharding *compute.ShardingSpec) (compute.Value, error) {
	v, err := f.Function.Parameter(name, shape, sharding)
	if v, err = f.record(v, err, compute.OpTypeParameter, nil, nil); err != nil {
		return nil, err
	}
	if n := f.Nodes[v]; n != nil && sharding == nil {
		n.Name = name
		f.Parameters = append(f.Parameters, n)
	} else {
		f.Opaque = true
	}
	return v, nil
}

// Constant implements compute.Function.
func (f *Function) Constant(flat any, dims ...int) (compute.Value, error) {
	v, err := f.Function.Constant(flat, dims...)
	if v, err = f.record(v, err, compute.OpTypeConstant, nil, nil); err != nil {
		return nil, err
	}
	if n := f.Nodes[v]; n != nil && n.Flat == nil {
		n.Flat = Cloned(flat)
	}
	return v, nil
}

// Return implements compute.Function.
func (f *Function) Return(outputs []compute.Value, shardings []*compute.ShardingSpec) error {
	if err := f.Function.Return(outputs, shardings); err != nil {
		return err
	}
	for _, v := range outputs {
		n := f.Nodes[v]
		if n == nil {
			f.Opaque = true
			return nil
		}
		f.Outputs = append(f.Outputs, n)
	}
	return nil
}

// Cloned copies a slice of any type.
func Cloned(flat any) any {
	source := reflect.ValueOf(flat)
	return reflect.AppendSlice(reflect.MakeSlice(source.Type(), 0, source.Len()), source).Interface()
}

// Random is a result of random bits: so many bytes of them, or the state that follows.
type Random struct {
	Bytes int
	Next  bool
}
