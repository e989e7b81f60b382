package expert

import (
	"fmt"
	"math"
	"strings"

	"github.com/igbolab/igbolab/igbo/dag"
)

// read checks the statements and merges them into the plan.
func (p *plan) read() error {
	for _, name := range p.e.Features {
		if _, ok := p.ids[name]; ok {
			return p.errorf(Statement{}, -1, "feature %q is listed twice (want it once)", name)
		}
		if err := dag.CheckName(name); err != nil {
			return p.errorf(Statement{}, -1, "%v", err)
		}
		p.id(name)
	}
	fixed := len(p.e.Features) > 0
	statements := make([][][]int, len(p.e.Statements))
	for i, s := range p.e.Statements { // count the pairs before creating any
		groups, err := p.readStatement(i, s, fixed)
		if err != nil {
			return err
		}
		statements[i] = groups
	}
	for i, groups := range statements {
		p.expand(i, p.e.Statements[i], groups)
	}
	return nil
}

// errorf returns an error that names the file and the line, or the number of the statement.
func (p *plan) errorf(s Statement, index int, format string, args ...any) error {
	var where []string
	if p.e.File != "" {
		where = append(where, p.e.File)
	}
	if index >= 0 {
		where = append(where, s.where(index))
	}
	return fmt.Errorf("expert: %s%s", strings.Join(append(where, ""), ": "), fmt.Sprintf(format, args...))
}

func (p *plan) id(name string) int {
	i, ok := p.ids[name]
	if !ok {
		i = len(p.features)
		p.ids[name] = i
		p.features = append(p.features, name)
	}
	return i
}

// readStatement checks a statement and returns its groups as feature indices.
func (p *plan) readStatement(index int, s Statement, fixed bool) ([][]int, error) {
	if err := s.check(); err != nil {
		return nil, p.errorf(s, index, "%v", err)
	}
	seen := map[string]bool{}
	groups := make([][]int, len(s.Groups))
	for i, g := range s.Groups {
		for _, name := range g {
			if _, ok := p.ids[name]; !ok && fixed {
				return nil, p.errorf(s, index, "unknown feature %q (want one of %s)", name, few(p.e.Features))
			}
			if err := dag.CheckName(name); err != nil {
				return nil, p.errorf(s, index, "%v", err)
			}
			if seen[name] {
				return nil, p.errorf(s, index, "%q is named twice in %v (want it once)", name, s)
			}
			seen[name] = true
			groups[i] = append(groups[i], p.id(name))
		}
	}
	if p.pairs += s.pairs(); p.pairs > MaxPairs {
		return nil, p.errorf(s, index, "with it the statements cover too many pairs of features, %.4g (max %d)", p.pairs, MaxPairs)
	}
	return groups, nil
}

// MaxPairs is the largest number of feature pairs in an expert's statements. A pair takes about 300
// bytes.
const MaxPairs = 10_000_000

// pairs returns the number of feature pairs in a statement.
func (s Statement) pairs() float64 {
	if s.Kind == KindTie {
		return float64(len(s.Groups[0]) - 1)
	}
	sum := 0.0
	for i := 1; i < len(s.Groups); i++ {
		sum += float64(len(s.Groups[i-1])) * float64(len(s.Groups[i]))
	}
	return sum
}

func few(names []string) string {
	if len(names) > 12 {
		return strings.Join(names[:12], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

func (p *plan) expand(index int, s Statement, groups [][]int) {
	switch s.Kind {
	case KindDirection:
		p.directions = append(p.directions, dag.Direction{K: groups[0][0], Column: s.Column, Sign: s.Sign})
		p.directed = append(p.directed, index)
	case KindTie:
		within := 0.0
		if s.Within != nil {
			within = *s.Within
		}
		for i := 1; i < len(groups[0]); i++ {
			p.ties = append(p.ties, equality{groups[0][i-1], groups[0][i], index, within})
		}
	case KindBound:
		p.limit(groups[0][0], s)
		p.bounds = append(p.bounds, stated{groups[0][0], groups[0][0], index})
	default:
		for i := 1; i < len(groups); i++ {
			for _, u := range groups[i-1] {
				for _, v := range groups[i] {
					p.relate(u, v, index, s)
				}
			}
		}
	}
}

// relate merges one order into the plan.
func (p *plan) relate(u, v, by int, s Statement) {
	p.orders = append(p.orders, stated{u, v, by})
	i, ok := p.at[[2]int{u, v}]
	if !ok {
		i = len(p.relations)
		p.at[[2]int{u, v}] = i
		p.relations = append(p.relations, relation{u: u, v: v, by: by, epsilon: math.Inf(-1), delta: math.Inf(1)})
	}
	r := &p.relations[i]
	if s.Epsilon != nil {
		r.epsilon = math.Max(r.epsilon, *s.Epsilon)
	}
	if s.Delta != nil {
		r.delta = math.Min(r.delta, *s.Delta)
	}
	confidence := 1.0
	if s.Confidence != nil {
		confidence = *s.Confidence
	}
	r.confidence = math.Max(r.confidence, confidence)
}

func (p *plan) limit(k int, s Statement) {
	l, ok := p.limits[k]
	if !ok {
		l = &limit{min: math.Inf(-1), max: math.Inf(1)}
		p.limits[k] = l
	}
	if s.Min != nil {
		l.min = math.Max(l.min, *s.Min)
	}
	if s.Max != nil {
		l.max = math.Min(l.max, *s.Max)
	}
}
