package operator

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gomlx/compute-onnx/support/protos"
	. "github.com/gomlx/gomlx/core/graph"
)

// operation builds the outputs of an operation; nil for one that it does not make.
type operation func(c *call) []*Node

// one is an operation with one output.
func one(f func(c *call) *Node) operation {
	return func(c *call) []*Node { return []*Node{f(c)} }
}

// operations are those that are built, by their names with their domains; filled here to break
// the cycle through the numbers that are found by building.
var operations = map[string]operation{}

func init() {
	for _, table := range []map[string]operation{elementwise, binaries, reductions, shapers, movers, products, windows, norms, resizers, recurrent, learned} {
		maps.Copy(operations, table)
	}
}

// Known tells whether an operation is built at all, by its name with its domain.
func Known(name string) bool { return operations[name] != nil }

// Names are the operations that are built, in their order.
func Names() []string { return slices.Sorted(maps.Keys(operations)) }

// UnsupportedError reports an operation of the file that cannot be imported or
// differentiated.
type UnsupportedError struct {
	Op     string // the operation, with its domain where that is not ONNX's own
	Node   string // the node's name in the file
	Reason string // why, and what to do
}

// Error names the operation, and says what to do.
func (e *UnsupportedError) Error() string {
	node := ""
	if e.Node != "" {
		node = fmt.Sprintf(" (node %q)", e.Node)
	}
	return fmt.Sprintf("the operation %s%s %s", e.Op, node, e.Reason)
}

// Refuse is the error for an operation.
func Refuse(n *protos.NodeProto, format string, a ...any) *UnsupportedError {
	return &UnsupportedError{Name(n), n.Name, fmt.Sprintf(format, a...)}
}

// Name is an operation's, with its domain where that is not ONNX's own.
func Name(n *protos.NodeProto) string {
	if domain := domainOf(n); domain != "" {
		return domain + "." + n.OpType
	}
	return n.OpType
}

func domainOf(n *protos.NodeProto) string {
	if n.Domain == "ai.onnx" {
		return ""
	}
	return n.Domain
}

// notBuilt is why an operation is refused that this package does not know.
const notBuilt = "is not converted: see the table of package onnx for those that are; " +
	"leave preprocessing outside the model, or export it by operations of the table"

// explained turns what building an operation panics with into an error that names it.
func explained(n *protos.NodeProto, r any) error {
	var known *UnsupportedError
	if err, ok := r.(error); ok && errors.As(err, &known) {
		return known
	}
	line, _, _ := strings.Cut(fmt.Sprint(r), "\n")
	return Refuse(n, "cannot be imported: %s", line)
}
