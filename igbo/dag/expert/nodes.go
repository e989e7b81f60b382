package expert

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/dag"
)

func (r *reader) names(n ast.Node) ([]string, error) {
	var names []string
	err := r.each(func(item ast.Node) error {
		var name string
		if err := r.text(item, &name); err != nil {
			return err
		}
		if err := dag.CheckName(name); err != nil {
			return r.errorf(item, "%v", err)
		}
		names = append(names, name)
		return nil
	})(n)
	return names, err
}

// features reads a list of distinct names.
func (r *reader) features(n ast.Node) ([]string, error) {
	names, err := r.names(n)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i, name := range names {
		if seen[name] {
			return nil, r.errorf(n.(*ast.SequenceNode).Values[i], "feature %q is listed twice (want it once)", name)
		}
		seen[name] = true
	}
	return names, nil
}

func (r *reader) text(n ast.Node, to *string) error {
	switch s := n.(type) {
	case *ast.StringNode:
		if isNumber(n) {
			return r.errorf(n, "found the number %s, want text%s", s.Value, quoteHint(n))
		}
		*to = norm.NFC.String(s.Value)
	case *ast.LiteralNode:
		*to = norm.NFC.String(s.Value.Value)
	default:
		return r.errorf(n, "found %s, want text%s", kindOf(n), quoteHint(n))
	}
	return nil
}

func quoteHint(n ast.Node) string {
	if _, ok := n.(ast.ScalarNode); ok {
		return fmt.Sprintf(" (put it in quotes, %q)", n.GetToken().Value)
	}
	return ""
}

// kindOf describes the kind of a node.
func kindOf(n ast.Node) string {
	switch s := n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode:
		return fmt.Sprintf("the text %q", s.Value)
	case *ast.AnchorNode:
		return "an anchor"
	case *ast.AliasNode:
		return "an alias"
	case *ast.NullNode:
		return "nothing"
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "the number " + n.GetToken().Value
	case *ast.BoolNode:
		return n.GetToken().Value
	}
	return "a " + strings.ToLower(n.Type().String())
}
