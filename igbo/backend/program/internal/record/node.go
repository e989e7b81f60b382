package record

import (
	"fmt"
	"reflect"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// A Function adds operations to a main function or a closure and records them.
type Function struct {
	compute.Function
	Nodes      map[compute.Value]*Node
	Order      []*Node // in order of creation
	Parameters []*Node
	Outputs    []*Node
	Inner      bool   // it is a closure
	Opaque     bool   // a parameter or an output is not recorded
	Own        bool   // it contains an operation that the wrapped backend lacks
	Looped     bool   // it contains a While
	Left       bool   // it contains an operation recorded only for use in loops: without a While, the wrapped backend runs the graph
	Missing    string // the first operation that is not recorded, if any
}

// A Node is an operation and its value.
type Node struct {
	ID     int            // index in Function.Order
	Op     compute.OpType // may be Parameter or Constant
	Shape  shapes.Shape
	Inputs []*Node
	Name   string // of a parameter
	Flat   any    // of a constant
	Attr   any    // attributes of the operation; the type depends on Op
	Replay Replay // nil if the operation never needs the wrapped backend
}

// A Replay adds the operation of a node to another function.
type Replay func(f compute.Function, inputs []compute.Value) (compute.Value, error)

// Size returns the number of elements.
func (n *Node) Size() int { return n.Shape.Size() }

// DType returns the type of the elements.
func (n *Node) DType() dtypes.DType { return n.Shape.DType }

// record adds a node for the value v, which operation op returned. If v cannot be represented as a node, record only
// notes that.
func (f *Function) record(v compute.Value, err error, op compute.OpType, attr any, r Replay, inputs ...compute.Value) (compute.Value, error) {
	if err != nil || f.Nodes[v] != nil {
		return v, err
	}
	shape, err := f.Function.Shape(v)
	if err != nil || !shape.Ok() || shape.IsDynamic() || shape.IsTuple() || !Fixed(shape.DType) {
		f.lacks(op, shape)
		return v, nil //nolint:nilerr // only the wrapped backend handles such a value
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

// left is like do, for operations recorded only because a While may contain them. Graphs without a While still run on the
// wrapped backend if they contain such an operation, so their results do not change.
func (f *Function) left(op compute.OpType, add Replay, inputs ...compute.Value) (compute.Value, error) {
	f.Left = true
	return f.do(op, nil, add, inputs...)
}

// lacks records the first operation that has no node.
func (f *Function) lacks(op compute.OpType, shape shapes.Shape) {
	if f.Missing == "" {
		f.Missing = fmt.Sprintf("%s of %s", op, shape)
	}
}

// Fixed reports whether elements of the type occupy whole bytes and contain no pointers.
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

// Cloned returns a copy of a slice of any type.
func Cloned(flat any) any {
	source := reflect.ValueOf(flat)
	return reflect.AppendSlice(reflect.MakeSlice(source.Type(), 0, source.Len()), source).Interface()
}

// Random describes a result of RNGBitGenerator: either the random bits, Bytes bytes of them, or, if Next is set, the next
// state.
type Random struct {
	Bytes int
	Next  bool
}
