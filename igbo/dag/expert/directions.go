package expert

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/dag"
)

// directions reads {flipper: +, location: -, species: {Gentoo: +}}.
func (r *reader) directions(n ast.Node) error {
	list, ok := entries(n)
	if !ok || len(list) == 0 {
		return r.errorf(n, "found %s, want features with + or -, such as {age: +, income: -}", kindOf(n))
	}
	seen := map[string]bool{}
	for _, kv := range list {
		name := norm.NFC.String(kv.Key.GetToken().Value)
		if err := r.key(kv, name, seen); err != nil {
			return err
		}
		columns, several := entries(kv.Value)
		if !several {
			if err := r.direction(kv.Value, Statement{Groups: [][]string{{name}}}); err != nil {
				return err
			}
			continue
		}
		if len(columns) == 0 {
			return r.errorf(kv.Value, "%q has no column (want at least one with + or -)", name)
		}
		own := map[string]bool{}
		for _, column := range columns {
			c := norm.NFC.String(column.Key.GetToken().Value)
			if err := r.key(column, c, own); err != nil {
				return err
			}
			if err := r.direction(column.Value, Statement{Groups: [][]string{{name}}, Column: c}); err != nil {
				return err
			}
		}
	}
	return nil
}

// key checks a name that is used as a key. It must be valid and not repeated.
func (r *reader) key(n *ast.MappingValueNode, name string, seen map[string]bool) error {
	if err := dag.CheckName(name); err != nil {
		return r.errorf(n, "%v", err)
	}
	if seen[name] {
		return r.errorf(n, "key %q appears twice (want it once)", name)
	}
	seen[name] = true
	return nil
}

func (r *reader) direction(n ast.Node, s Statement) error {
	switch n.GetToken().Value {
	case "+", "1", "+1":
		s.Sign = 1
	case "-", "−", "-1":
		s.Sign = -1
	}
	if _, scalar := n.(ast.ScalarNode); !scalar || s.Sign == 0 {
		return r.errorf(n, "found %s as the direction of %q, want + or -", kindOf(n), s.Groups[0][0]+spaced(s.Column))
	}
	s.Kind = KindDirection
	return r.add(n, s)
}

func spaced(column string) string {
	if column == "" {
		return ""
	}
	return " " + column
}

// marks converts a "-" that is a value, as in {location: -}, to text, because YAML would read it as
// the start of a list.
func marks(list token.Tokens) {
	for i, t := range list {
		if t == nil || t.Type != token.SequenceEntryType || i == 0 || list[i-1] == nil || list[i-1].Type != token.MappingValueType || list[i-1].Position.Line != t.Position.Line {
			continue
		}
		if next := t.Next; next == nil || next.Position.Line != t.Position.Line || next.Type == token.CollectEntryType || next.Type == token.MappingEndType || next.Type == token.CommentType {
			t.Type, t.CharacterType, t.Indicator = token.StringType, token.CharacterTypeMiscellaneous, token.NotIndicator
		}
	}
}

// directionConflict returns an error if two directions of a feature or column contradict each
// other, or if a feature has a direction and its columns have too.
func (p *plan) directionConflict() error {
	type place struct {
		k      int
		column string
	}
	reported := map[place]int{}
	kept := p.directions[:0:0]
	for i, x := range p.directions {
		s := p.e.Statements[p.directed[i]]
		before, twice := reported[place{x.K, x.Column}]
		if !twice {
			reported[place{x.K, x.Column}] = p.directed[i]
			kept = append(kept, x)
			continue
		}
		if first := p.e.Statements[before]; first.Sign != s.Sign {
			chain := []Link{{first.Line, first, first.String()}, {s.Line, s, s.String()}}
			return &ConflictError{File: p.e.File, Chain: chain, Reason: fmt.Sprintf("a rise of %s cannot both raise and lower the output", p.features[x.K]+spaced(x.Column)), Irreducible: true, Smallest: true}
		}
	}
	p.directions = kept
	return nil
}

// directed adds the direction of a statement to the list to be written.
func directed(list yaml.MapSlice, s Statement) (yaml.MapSlice, error) {
	mark := map[int]string{1: "+", -1: "-"}[s.Sign]
	for i, item := range list {
		if item.Key != s.Groups[0][0] {
			continue
		}
		columns, several := item.Value.(yaml.MapSlice)
		if !several || s.Column == "" {
			if item.Value == any(mark) {
				return list, nil
			}
			return nil, fmt.Errorf("%q has two directions (want at most one)", s.Groups[0][0])
		}
		for _, column := range columns {
			if column.Key == s.Column {
				if column.Value != any(mark) {
					return nil, fmt.Errorf("the column %q of %q has two directions (want at most one)", s.Column, s.Groups[0][0])
				}
				return list, nil
			}
		}
		list[i].Value = append(columns, yaml.MapItem{Key: s.Column, Value: mark})
		return list, nil
	}
	item := yaml.MapItem{Key: s.Groups[0][0], Value: mark}
	if s.Column != "" {
		item.Value = yaml.MapSlice{{Key: s.Column, Value: mark}}
	}
	return append(list, item), nil
}
