package expert

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
)

// check checks the form and the numbers of one statement.
func (s Statement) check() error {
	if err := s.checkShape(); err != nil {
		return err
	}
	for _, x := range []struct {
		name string
		x    *float64
	}{{"epsilon", s.Epsilon}, {"delta", s.Delta}, {"within", s.Within}, {"min", s.Min}, {"max", s.Max}, {"confidence", s.Confidence}} {
		if x.x != nil && (math.IsNaN(*x.x) || math.IsInf(*x.x, 0)) {
			return fmt.Errorf("%s = %g, want a finite number", x.name, *x.x)
		}
		if x.x != nil && math.Abs(*x.x) > dag.MaxMagnitude {
			return fmt.Errorf("%s = %g is too large (max ±%g)", x.name, *x.x, dag.MaxMagnitude)
		}
	}
	switch {
	case s.Epsilon != nil && *s.Epsilon <= 0:
		return fmt.Errorf("epsilon = %g, want epsilon > 0", *s.Epsilon)
	case s.Delta != nil && *s.Delta <= 0:
		return fmt.Errorf("delta = %g, want delta > 0", *s.Delta)
	case s.Epsilon != nil && s.Delta != nil && *s.Epsilon > *s.Delta:
		return fmt.Errorf("got epsilon = %g > delta = %g, want epsilon ≤ delta", *s.Epsilon, *s.Delta)
	case s.Within != nil && *s.Within < 0:
		return fmt.Errorf("within = %g, want within ≥ 0", *s.Within)
	case s.Min != nil && s.Max != nil && *s.Min > *s.Max:
		return fmt.Errorf("got min = %g > max = %g, want min ≤ max", *s.Min, *s.Max)
	case s.Confidence != nil && !(*s.Confidence > 0 && *s.Confidence <= 1):
		return fmt.Errorf("confidence = %g, want a confidence in (0, 1]", *s.Confidence)
	}
	return nil
}

func (s Statement) checkShape() error {
	for _, g := range s.Groups {
		if len(g) == 0 {
			return fmt.Errorf("a tier is empty (want at least one feature)")
		}
	}
	switch s.Kind {
	case KindRank, KindTiers:
		if len(s.Groups) < 2 {
			return fmt.Errorf("%s of length %d, want at least 2", s.Kind, len(s.Groups))
		}
	case KindEdge:
		if len(s.Groups) != 2 || len(s.Groups[0]) != 1 || len(s.Groups[1]) != 1 {
			return fmt.Errorf("the edge has %d groups of features; it must have two, u and v, with one feature each", len(s.Groups))
		}
	case KindTie:
		if len(s.Groups) != 1 || len(s.Groups[0]) < 2 {
			return fmt.Errorf("the tie has fewer than 2 features (want at least 2)")
		}
	case KindBound:
		if len(s.Groups) != 1 || len(s.Groups[0]) != 1 || s.Min == nil && s.Max == nil {
			return fmt.Errorf("the bound is incomplete (want a feature, and min, max or both)")
		}
	case KindDirection:
		if len(s.Groups) != 1 || len(s.Groups[0]) != 1 || s.Sign != 1 && s.Sign != -1 {
			return fmt.Errorf("the direction has the sign %d and %d groups of features; it must have the sign 1 or -1, and one group with one feature", s.Sign, len(s.Groups))
		}
		if err := dag.CheckName(s.Column); s.Column != "" && err != nil {
			return err
		}
	default:
		return fmt.Errorf("unknown kind of statement %q (want one of the Kind constants)", s.Kind)
	}
	return nil
}
