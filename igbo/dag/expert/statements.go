package expert

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/igbolab/igbolab/igbo/dag"
)

func keys(fields map[string]func(ast.Node) error) string {
	names := make([]string, 0, len(fields))
	for k := range fields {
		names = append(names, k)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// statement reads a statement in mapping form and adds it. The required keys must be present. The
// statement's line is that of its first token.
func (r *reader) statement(n ast.Node, s *Statement, fields map[string]func(ast.Node) error, required ...string) error {
	fields["comment"] = func(n ast.Node) error { return r.text(n, &s.Comment) }
	if err := r.mapping(n, fields); err != nil {
		return err
	}
	values, _ := entries(n)
	for _, key := range required {
		if !slices.ContainsFunc(values, func(kv *ast.MappingValueNode) bool { return kv.Key.GetToken().Value == key }) {
			return r.errorf(n, "key %q is missing", key)
		}
	}
	return r.add(n, *s)
}

// add checks a statement and adds it.
func (r *reader) add(n ast.Node, s Statement) error {
	s.Line, _ = place(n)
	if err := s.check(); err != nil {
		return r.errorf(n, "%v", err)
	}
	r.e.Statements = append(r.e.Statements, s)
	return nil
}

// interval returns the readers of the keys that all orders share.
func (r *reader) interval(s *Statement) map[string]func(ast.Node) error {
	return map[string]func(ast.Node) error{
		"epsilon":    func(n ast.Node) error { return r.number(n, &s.Epsilon) },
		"delta":      func(n ast.Node) error { return r.number(n, &s.Delta) },
		"confidence": func(n ast.Node) error { return r.number(n, &s.Confidence) },
	}
}

// order reads a list, or a mapping with the list under the key order.
func (r *reader) order(n ast.Node, s *Statement, list func(ast.Node) error) error {
	if _, ok := n.(*ast.SequenceNode); ok {
		if err := list(n); err != nil {
			return err
		}
		return r.add(n, *s)
	}
	fields := r.interval(s)
	fields["order"] = list
	return r.statement(n, s, fields, "order")
}

func (r *reader) rank(n ast.Node) error {
	s := Statement{Kind: KindRank}
	return r.order(n, &s, func(n ast.Node) error {
		names, err := r.names(n)
		for _, name := range names {
			s.Groups = append(s.Groups, []string{name})
		}
		return err
	})
}

func (r *reader) tiers(n ast.Node) error {
	s := Statement{Kind: KindTiers}
	return r.order(n, &s, r.each(func(n ast.Node) error {
		names, err := r.names(n)
		s.Groups = append(s.Groups, names)
		return err
	}))
}

func (r *reader) edge(n ast.Node) error {
	s := Statement{Kind: KindEdge, Groups: [][]string{{""}, {""}}}
	fields := r.interval(&s)
	fields["u"] = func(n ast.Node) error { return r.name(n, &s.Groups[0][0]) }
	fields["v"] = func(n ast.Node) error { return r.name(n, &s.Groups[1][0]) }
	return r.statement(n, &s, fields, "u", "v")
}

func (r *reader) name(n ast.Node, to *string) error {
	if err := r.text(n, to); err != nil {
		return err
	}
	if err := dag.CheckName(*to); err != nil {
		return r.errorf(n, "%v", err)
	}
	return nil
}

func (r *reader) tie(n ast.Node) error {
	s := Statement{Kind: KindTie, Groups: [][]string{nil}}
	read := func(n ast.Node) (err error) { s.Groups[0], err = r.names(n); return err }
	if _, ok := n.(*ast.SequenceNode); ok {
		if err := read(n); err != nil {
			return err
		}
		return r.add(n, s)
	}
	return r.statement(n, &s, map[string]func(ast.Node) error{
		"features": read,
		"within":   func(n ast.Node) error { return r.number(n, &s.Within) },
	}, "features")
}

func (r *reader) bound(n ast.Node) error {
	s := Statement{Kind: KindBound, Groups: [][]string{{""}}}
	return r.statement(n, &s, map[string]func(ast.Node) error{
		"feature": func(n ast.Node) error { return r.name(n, &s.Groups[0][0]) },
		"min":     func(n ast.Node) error { return r.number(n, &s.Min) },
		"max":     func(n ast.Node) error { return r.number(n, &s.Max) },
	}, "feature")
}
