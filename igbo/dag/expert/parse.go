package expert

import (
	"errors"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/textfile"
)

// Parse reads an expert file in YAML or JSON (see Schema). The file name only appears in errors.
// Parse checks the form and records the line of every statement; Build checks the meaning. Numbers
// are those of YAML 1.2 and JSON. Anchors and aliases are not supported. Errors are of type
// *textfile.Error; a file that exceeds MaxFile, MaxDepth or another limit is an error.
func Parse(file string, data []byte) (e *Prior, err error) {
	r := &reader{e: &Prior{File: file}}
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
		return nil, r.errorAt(1, 0, "the file has %d YAML documents (want one with content)", len(tree.Docs))
	}
	if tree.Docs[0].Body == nil {
		return nil, r.errorAt(1, 0, "the file is empty (want one with content)")
	}
	if err := r.top(tree.Docs[0].Body); err != nil {
		return nil, err
	}
	return r.e, nil
}

// reader traverses the syntax tree of an expert file.
type reader struct{ e *Prior }

func (r *reader) errorAt(line, column int, format string, args ...any) error {
	return &textfile.Error{Package: "expert", File: r.e.File, Line: line, Column: column, Message: fmt.Sprintf(format, args...)}
}

func (r *reader) syntax(err error) error {
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

func (r *reader) errorf(n ast.Node, format string, args ...any) error {
	line, column := place(n)
	return r.errorAt(line, column, format, args...)
}

func (r *reader) top(body ast.Node) error {
	return r.mapping(body, map[string]func(ast.Node) error{
		"intervals":  r.intervals,
		"features":   func(n ast.Node) (err error) { r.e.Features, err = r.features(n); return err },
		"comment":    func(n ast.Node) error { return r.text(n, &r.e.Comment) },
		"score":      r.score,
		"ranks":      r.each(r.rank),
		"tiers":      r.each(r.tiers),
		"edges":      r.each(r.edge),
		"ties":       r.each(r.tie),
		"bounds":     r.each(r.bound),
		"directions": r.directions,
	})
}

// score reads the kind of score.
func (r *reader) score(n ast.Node) error {
	var name string
	if err := r.text(n, &name); err != nil {
		return err
	}
	r.e.Score = dag.Score(name)
	if stated := dag.Scores()[1:]; !slices.Contains(stated, r.e.Score) {
		return r.errorf(n, "unknown score %q (want one of %v)", name, stated)
	}
	return nil
}

// mapping calls the read function of every key, and rejects unknown keys.
func (r *reader) mapping(n ast.Node, fields map[string]func(ast.Node) error) error {
	values, ok := entries(n)
	if !ok {
		return r.errorf(n, "found %s, want a mapping with keys among %s", kindOf(n), keys(fields))
	}
	seen := map[string]bool{}
	for _, kv := range values {
		key := kv.Key.GetToken().Value
		read, ok := fields[key]
		if !ok {
			return r.errorf(kv, "unknown key %q (want one of %s)", key, keys(fields))
		}
		if seen[key] {
			return r.errorf(kv, "key %q appears twice (want it once)", key)
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

func (r *reader) each(read func(ast.Node) error) func(ast.Node) error {
	return func(n ast.Node) error {
		list, ok := n.(*ast.SequenceNode)
		if !ok {
			return r.errorf(n, "found %s, want a list", kindOf(n))
		}
		for _, item := range list.Values {
			if err := read(item); err != nil {
				return err
			}
		}
		return nil
	}
}
