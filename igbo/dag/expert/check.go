package expert

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
)

// check checks the shape and the numbers of one statement.
func (s Statement) check() error {
	if err := s.checkShape(); err != nil {
		return err
	}
	for _, x := range []struct {
		name string
		x    *float64
	}{{"epsilon", s.Epsilon}, {"delta", s.Delta}, {"within", s.Within}, {"min", s.Min}, {"max", s.Max}, {"confidence", s.Confidence}} {
		if x.x != nil && (math.IsNaN(*x.x) || math.IsInf(*x.x, 0)) {
			return fmt.Errorf("got %s = %g, expected a finite number", x.name, *x.x)
		}
		if x.x != nil && math.Abs(*x.x) > dag.MaxMagnitude {
			return fmt.Errorf("got %s = %g, expected a number of size %g at most", x.name, *x.x, dag.MaxMagnitude)
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
	case KindDirection:
		if len(s.Groups) != 1 || len(s.Groups[0]) != 1 || s.Sign != 1 && s.Sign != -1 {
			return fmt.Errorf("got a direction with the sign %d of %d features, expected 1 or -1 and one feature", s.Sign, len(s.Groups))
		}
		if err := dag.CheckName(s.Column); s.Column != "" && err != nil {
			return err
		}
	default:
		return fmt.Errorf("unknown kind of statement %q", s.Kind)
	}
	return nil
}
