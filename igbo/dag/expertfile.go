package dag

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// FileError is an error at a place in a file.
type FileError struct {
	File         string
	Line, Column int // from 1; column 0: unknown
	Message      string
}

// shownMessage is the length at which Error cuts a message, which may quote the file.
const shownMessage = 400

// Error writes dag: file:line:column: message.
func (e *FileError) Error() string {
	place := fmt.Sprintf("line %d", e.Line)
	if e.File != "" {
		place = fmt.Sprintf("%s:%d", e.File, e.Line)
		if e.Column > 0 {
			place += fmt.Sprintf(":%d", e.Column)
		}
	}
	return fmt.Sprintf("dag: %s: %s", place, clip(e.Message, shownMessage))
}

// ParseExpert reads an expert file, YAML or JSON (format: ExpertSchema). The file's name
// is used in errors only. It checks form and remembers every statement's line; Build
// checks meaning. Numbers are those of YAML 1.2 and JSON; anchors and aliases are not
// followed. Errors are *FileError, and say where a file is larger (MaxExpertFile), more
// deeply nested (MaxExpertDepth) or otherwise more than the limits beside these.
func ParseExpert(file string, data []byte) (e *Expert, err error) {
	r := &expertReader{e: &Expert{File: file}}
	defer func() {
		if p := recover(); p != nil {
			e, err = nil, r.errorAt(1, 0, "cannot be read as YAML: %v", p)
		}
	}()
	tokens, err := r.tokens(data)
	if err != nil {
		return nil, err
	}
	tree, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, r.syntax(err)
	}
	if len(tree.Docs) != 1 {
		return nil, r.errorAt(1, 0, "got %d YAML documents, expected one with content", len(tree.Docs))
	}
	if tree.Docs[0].Body == nil {
		return nil, r.errorAt(1, 0, "the file is empty, expected one with content")
	}
	if err := r.top(tree.Docs[0].Body); err != nil {
		return nil, err
	}
	return r.e, nil
}

// expertReader walks the syntax tree of an expert file.
type expertReader struct{ e *Expert }

func (r *expertReader) errorAt(line, column int, format string, args ...any) error {
	return &FileError{File: r.e.File, Line: line, Column: column, Message: fmt.Sprintf(format, args...)}
}

func (r *expertReader) syntax(err error) error {
	var y yaml.Error
	if errors.As(err, &y) && y.GetToken() != nil && y.GetToken().Position != nil {
		p := y.GetToken().Position
		return r.errorAt(p.Line, p.Column, "%s", y.GetMessage())
	}
	return r.errorAt(1, 0, "%v", err)
}

func place(n ast.Node) (line, column int) {
	t := n.GetToken()
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		t = m.Values[0].Key.GetToken()
	}
	if m, ok := n.(*ast.MappingValueNode); ok {
		t = m.Key.GetToken()
	}
	if t == nil || t.Position == nil {
		return 1, 0
	}
	return t.Position.Line, t.Position.Column
}

func (r *expertReader) errorf(n ast.Node, format string, args ...any) error {
	line, column := place(n)
	return r.errorAt(line, column, format, args...)
}

func (r *expertReader) top(body ast.Node) error {
	return r.mapping(body, map[string]func(ast.Node) error{
		"features": func(n ast.Node) (err error) { r.e.Features, err = r.features(n); return err },
		"comment":  func(n ast.Node) error { return r.text(n, &r.e.Comment) },
		"score":    r.score,
		"ranks":    r.each(r.rank),
		"tiers":    r.each(r.tiers),
		"edges":    r.each(r.edge),
		"ties":     r.each(r.tie),
		"bounds":   r.each(r.bound),
	})
}

// score reads what the scores obey.
func (r *expertReader) score(n ast.Node) error {
	var name string
	if err := r.text(n, &name); err != nil {
		return err
	}
	r.e.Score = Score(name)
	if stated := Scores()[1:]; !slices.Contains(stated, r.e.Score) {
		return r.errorf(n, "got score %q, expected one of %v", name, stated)
	}
	return nil
}

// mapping calls the reader of every key, and knows no other keys.
func (r *expertReader) mapping(n ast.Node, fields map[string]func(ast.Node) error) error {
	values, ok := entries(n)
	if !ok {
		return r.errorf(n, "got %s, expected a mapping with keys among %s", kindOf(n), keys(fields))
	}
	seen := map[string]bool{}
	for _, kv := range values {
		key := kv.Key.GetToken().Value
		read, ok := fields[key]
		if !ok {
			return r.errorf(kv, "unknown key %q, expected one of %s", key, keys(fields))
		}
		if seen[key] {
			return r.errorf(kv, "key %q is given twice", key)
		}
		seen[key] = true
		if err := read(kv.Value); err != nil {
			return err
		}
	}
	return nil
}

func entries(n ast.Node) ([]*ast.MappingValueNode, bool) {
	switch m := n.(type) {
	case *ast.MappingNode:
		return m.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{m}, true
	}
	return nil, false
}

func (r *expertReader) each(read func(ast.Node) error) func(ast.Node) error {
	return func(n ast.Node) error {
		list, ok := n.(*ast.SequenceNode)
		if !ok {
			return r.errorf(n, "got %s, expected a list", kindOf(n))
		}
		for _, item := range list.Values {
			if err := read(item); err != nil {
				return err
			}
		}
		return nil
	}
}

func (r *expertReader) names(n ast.Node) ([]string, error) {
	var names []string
	err := r.each(func(item ast.Node) error {
		var name string
		if err := r.text(item, &name); err != nil {
			return err
		}
		if err := checkName(name); err != nil {
			return r.errorf(item, "%v", err)
		}
		names = append(names, name)
		return nil
	})(n)
	return names, err
}

// features reads names that differ.
func (r *expertReader) features(n ast.Node) ([]string, error) {
	names, err := r.names(n)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i, name := range names {
		if seen[name] {
			return nil, r.errorf(n.(*ast.SequenceNode).Values[i], "feature %q is listed twice", name)
		}
		seen[name] = true
	}
	return names, nil
}

func (r *expertReader) text(n ast.Node, to *string) error {
	switch s := n.(type) {
	case *ast.StringNode:
		if isNumber(n) {
			return r.errorf(n, "got the number %s, expected text%s", s.Value, quoteHint(n))
		}
		*to = s.Value
	case *ast.LiteralNode:
		*to = s.Value.Value
	default:
		return r.errorf(n, "got %s, expected text%s", kindOf(n), quoteHint(n))
	}
	return nil
}

func quoteHint(n ast.Node) string {
	if _, ok := n.(ast.ScalarNode); ok {
		return fmt.Sprintf(": put it in quotes, %q", n.GetToken().Value)
	}
	return ""
}

// kindOf says in words what a node is.
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
