package standard

import (
	"fmt"

	"github.com/gomlx/compute-onnx/support/protos"
)

// UnsupportedError reports an operation that cannot be imported or differentiated.
type UnsupportedError struct {
	Op     string // operation, with its domain unless it is one of ONNX's own
	Node   string // name of the node in the file
	Reason string // why, and what to do
}

// Error names the operation and says what to do.
func (e *UnsupportedError) Error() string {
	node := ""
	if e.Node != "" {
		node = fmt.Sprintf(" (node %q)", e.Node)
	}
	return fmt.Sprintf("the operation %s%s %s", e.Op, node, e.Reason)
}

// Refuse returns an UnsupportedError for the operation n. The format describes the reason and the fix.
func Refuse(n *protos.NodeProto, format string, a ...any) *UnsupportedError {
	return &UnsupportedError{Name(n), n.Name, fmt.Sprintf(format, a...)}
}

// Name returns the name of an operation, qualified by its domain unless it is one of ONNX's own.
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

// NotBuilt is the reason for rejecting an unknown operation.
const NotBuilt = "is unsupported; the documentation of package onnx lists the supported operations; " +
	"export the model without its preprocessing, or with supported operations"

// Opsets returns the model's opset version for each domain.
func Opsets(p *protos.ModelProto) map[string]int64 {
	versions := map[string]int64{}
	for _, o := range p.OpsetImport {
		versions[domainOf(&protos.NodeProto{Domain: o.Domain})] = o.Version
	}
	return versions
}
