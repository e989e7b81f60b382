package operator

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// An operation builds the outputs of a node. An output that it does not build is nil.
type operation func(c *call) []*Node

// one wraps a function that builds a single output.
func one(f func(c *call) *Node) operation {
	return func(c *call) []*Node { return []*Node{f(c)} }
}

// operations maps qualified operation names to their builders. An init function fills it, because some builders
// evaluate constants, which uses this map.
var operations = map[string]operation{}

func init() {
	for _, table := range []map[string]operation{elementwise, binaries, reductions, shapers, movers, products, windows, norms, resizers, recurrent, learned} {
		maps.Copy(operations, table)
	}
}

// Known reports whether the operation with this qualified name is supported.
func Known(name string) bool { return operations[name] != nil }

// Names returns the qualified names of the supported operations in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(operations)) }

// A call is the state of one operation while it is built.
type call struct {
	*builder
	n     *protos.NodeProto
	given map[int]*tensors.Tensor // outputs whose values are known
}

// refuse panics with an UnsupportedError for the operation.
func (c *call) refuse(format string, a ...any) { panic(standard.Refuse(c.n, format, a...)) }

// has reports whether input i is present.
func (c *call) has(i int) bool { return i < len(c.n.Input) && c.n.Input[i] != "" }

// in returns the node of input i.
func (c *call) in(i int) *Node {
	if !c.has(i) {
		c.refuse("has no input %d; the file is damaged", i)
	}
	return c.node(c.n.Input[i])
}

// maybe returns the node of input i, or nil if the input is omitted.
func (c *call) maybe(i int) *Node {
	if !c.has(i) {
		return nil
	}
	return c.in(i)
}

// all returns the nodes of all inputs.
func (c *call) all() []*Node {
	list := make([]*Node, len(c.n.Input))
	for i := range list {
		list[i] = c.in(i)
	}
	return list
}

// fixed returns the value of an input that must be known at build time.
func (c *call) fixed(i int, what string) *tensors.Tensor {
	if !c.has(i) {
		c.refuse("has no input %d, %s; the file is damaged", i, what)
	}
	t := c.numbers(c.n.Input[i])
	if t == nil {
		c.refuse("computes %s from the model's input, want a constant (export the model with fixed shapes and settings)", what)
	}
	return t
}

// ints returns the integers of an input that must be known at build time.
func (c *call) ints(i int, what string) []int { return standard.Ints(c.fixed(i, what)) }

// maybeInts is like ints but returns otherwise if the input is omitted.
func (c *call) maybeInts(i int, what string, otherwise []int) []int {
	if !c.has(i) {
		return otherwise
	}
	return c.ints(i, what)
}

// one returns the single integer of an input that must be known at build time.
func (c *call) one(i int, what string) int {
	list := c.ints(i, what)
	if len(list) != 1 {
		c.refuse("has %d numbers as %s, want 1 (the file is damaged)", len(list), what)
	}
	return list[0]
}

func (c *call) attribute(name string) *protos.AttributeProto { return standard.Attribute(c.n, name) }

// int, flag, float, text and list return attributes. They return the zero value if the attribute is missing and
// has no default.
func (c *call) int(name string) int       { return int(c.attribute(name).GetI()) }
func (c *call) flag(name string) bool     { return c.int(name) != 0 }
func (c *call) float(name string) float64 { return float64(c.attribute(name).GetF()) }
func (c *call) text(name string) string   { return standard.Text(c.n, name) }
func (c *call) list(name string) []int {
	return xslices.Map(c.attribute(name).GetInts(), func(v int64) int { return int(v) })
}

// floats returns a list attribute of floats.
func (c *call) floats(name string) []float64 { return standard.FloatsOf(c.n, name) }

// axis checks an axis number and returns it as non-negative.
func (c *call) axis(axis, rank int) int {
	if axis < -rank || axis >= rank {
		c.refuse("uses axis %d of a tensor with %d axes; the file is damaged", axis, rank)
	}
	if axis < 0 {
		return axis + rank
	}
	return axis
}

// axes checks axis numbers, which must be distinct, and returns them as non-negative.
func (c *call) axes(list []int, rank int) []int {
	out := make([]int, len(list))
	for i, a := range list {
		out[i] = c.axis(a, rank)
		if slices.Contains(out[:i], out[i]) {
			c.refuse("uses axis %d twice; the file is damaged", a)
		}
	}
	return out
}

// fits rejects a tensor that is larger than the available memory.
func (c *call) fits(dtype dtypes.DType, dims ...int) {
	bytes := float64(dtype.Size())
	for _, d := range dims {
		if d < 0 {
			c.refuse("returns a tensor of shape %v, want dimensions of at least 0 (the file is damaged)", dims)
		}
		bytes *= float64(d)
	}
	if bytes > c.left || bytes > math.MaxInt64/2 {
		c.refuse("returns a tensor of shape %v that is too large: %.3g GB (max %.3g GB, 1/30 of the available memory)", dims, bytes/1e9, c.left/1e9)
	}
}

// number returns a scalar with the dtype of x.
func number(x *Node, v float64) *Node { return Scalar(x.Graph(), x.DType(), v) }

// filled returns a tensor filled with v, with the dtype of x.
func filled(x *Node, v float64, dims ...int) *Node { return BroadcastToDims(number(x, v), dims...) }

// indices returns an integer constant.
func indices(g *Graph, values []int, dims ...int) *Node {
	return Const(g, whole(values, dims...))
}

func whole(values []int, dims ...int) *tensors.Tensor {
	return tensors.FromFlatDataAndDimensions(xslices.Map(values, func(v int) int64 { return int64(v) }), dims...)
}

// places returns an integer tensor that counts 0, 1, … along an axis.
func places(g *Graph, axis int, dims ...int) *Node {
	return Iota(g, shapes.Make(dtypes.Int64, dims...), axis)
}

// dims returns a copy of a node's dimensions.
func dims(x *Node) []int { return slices.Clone(x.Shape().Dimensions) }

// same rejects the operation unless two sizes are equal.
func (c *call) same(what string, got, want int) {
	if got != want {
		c.refuse("has %s of %d, want %d (the file is damaged)", what, got, want)
	}
}

// explained converts a recovered panic value into an error that names the operation.
func explained(n *protos.NodeProto, r any) error {
	var known *standard.UnsupportedError
	if err, ok := r.(error); ok && errors.As(err, &known) {
		return known
	}
	if _, ok := r.(runtime.Error); ok { // such as an index out of range in GoMLX's import
		return standard.Refuse(n, "cannot be imported: its inputs or attributes do not fit it (the file is damaged)")
	}
	line, _, _ := strings.Cut(fmt.Sprint(r), "\n")
	return standard.Refuse(n, "cannot be imported: %s", line)
}
