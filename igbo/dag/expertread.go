package dag

import (
	"fmt"
	"math"
	"strings"
)

// read checks the statements and takes them apart.
func (p *plan) read() error {
	for _, name := range p.e.Features {
		if _, ok := p.ids[name]; ok {
			return p.errorf(Statement{}, -1, "feature %q is listed twice", name)
		}
		if err := checkName(name); err != nil {
			return p.errorf(Statement{}, -1, "%v", err)
		}
		p.id(name)
	}
	fixed := len(p.e.Features) > 0
	for i, s := range p.e.Statements {
		if err := p.readStatement(i, s, fixed); err != nil {
			return err
		}
	}
	return nil
}

// errorf names file and line, or the statement's number.
func (p *plan) errorf(s Statement, index int, format string, args ...any) error {
	var where []string
	if p.e.File != "" {
		where = append(where, p.e.File)
	}
	if index >= 0 {
		where = append(where, s.where(index))
	}
	return fmt.Errorf("dag: %s%s", strings.Join(append(where, ""), ": "), fmt.Sprintf(format, args...))
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

func (p *plan) readStatement(index int, s Statement, fixed bool) error {
	if err := s.check(); err != nil {
		return p.errorf(s, index, "%v", err)
	}
	seen := map[string]bool{}
	groups := make([][]int, len(s.Groups))
	for i, g := range s.Groups {
		for _, name := range g {
			if _, ok := p.ids[name]; !ok && fixed {
				return p.errorf(s, index, "unknown feature %q, expected one of %s", name, few(p.e.Features))
			}
			if err := checkName(name); err != nil {
				return p.errorf(s, index, "%v", err)
			}
			if seen[name] {
				return p.errorf(s, index, "%q is named twice in %v", name, s)
			}
			seen[name] = true
			groups[i] = append(groups[i], p.id(name))
		}
	}
	if p.pairs += s.pairs(); p.pairs > MaxExpertPairs {
		return p.errorf(s, index, "with it the statements are about %.4g pairs of features, expected at most %d", p.pairs, MaxExpertPairs)
	}
	p.expand(index, s, groups)
	return nil
}

// MaxExpertPairs is the largest number of pairs of features that an expert's
// statements may be about, some 300 bytes each.
const MaxExpertPairs = 10_000_000

// pairs counts the pairs of features that a statement is about.
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

// check checks the shape and the numbers of one statement.
func (s Statement) check() error {
	if err := s.checkShape(); err != nil {
		return err
	}
	for _, x := range []struct {
		name string
		x    *float64
	}{{"epsilon", s.Epsilon}, {"delta", s.Delta}, {"within", s.Within}, {"min", s.Min}, {"max", s.Max}, {"confidence", s.Confidence}} {
		if x.x != nil && !finite(*x.x) {
			return fmt.Errorf("got %s = %g, expected a finite number", x.name, *x.x)
		}
		if x.x != nil && math.Abs(*x.x) > MaxMagnitude {
			return fmt.Errorf("got %s = %g, expected a number of size %g at most", x.name, *x.x, MaxMagnitude)
		}
	}
	switch {
	case s.Epsilon != nil && *s.Epsilon <= 0:
		return fmt.Errorf("got epsilon = %g, expected epsilon > 0", *s.Epsilon)
	case s.Delta != nil && *s.Delta <= 0:
		return fmt.Errorf("got delta = %g, expected delta > 0", *s.Delta)
	case s.Epsilon != nil && s.Delta != nil && *s.Epsilon > *s.Delta:
		return fmt.Errorf("got epsilon = %g > delta = %g, expected epsilon ≤ delta", *s.Epsilon, *s.Delta)
	case s.Within != nil && *s.Within < 0:
		return fmt.Errorf("got within = %g, expected within ≥ 0", *s.Within)
	case s.Min != nil && s.Max != nil && *s.Min > *s.Max:
		return fmt.Errorf("got min = %g > max = %g, expected min ≤ max", *s.Min, *s.Max)
	case s.Confidence != nil && !(*s.Confidence > 0 && *s.Confidence <= 1):
		return fmt.Errorf("got confidence = %g, expected a confidence in (0, 1]", *s.Confidence)
	}
	return nil
}

func (s Statement) checkShape() error {
	for _, g := range s.Groups {
		if len(g) == 0 {
			return fmt.Errorf("got an empty tier, expected at least one feature")
		}
	}
	switch s.Kind {
	case KindRank, KindTiers:
		if len(s.Groups) < 2 {
			return fmt.Errorf("got a %s of %d, expected at least 2", s.Kind, len(s.Groups))
		}
	case KindEdge:
		if len(s.Groups) != 2 || len(s.Groups[0]) != 1 || len(s.Groups[1]) != 1 {
			return fmt.Errorf("got an edge with %d ends, expected u and v", len(s.Groups))
		}
	case KindTie:
		if len(s.Groups) != 1 || len(s.Groups[0]) < 2 {
			return fmt.Errorf("got a tie of fewer than 2 features, expected at least 2")
		}
	case KindBound:
		if len(s.Groups) != 1 || len(s.Groups[0]) != 1 || s.Min == nil && s.Max == nil {
			return fmt.Errorf("got a bound without a feature or without min and max, expected a feature and at least one of them")
		}
	default:
		return fmt.Errorf("unknown kind of statement %q", s.Kind)
	}
	return nil
}
