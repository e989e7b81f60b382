package estimate

import "fmt"

// Choice is the method in use, never Auto, and why that one.
type Choice struct {
	Method Method
	Reason string
}

// Estimator returns the estimator of cfg.Method, choosing one for Auto. Errors: too few batches
// or rows for the method; for Truncated, a score outside the range.
func (s *Sample) Estimator(cfg Config) (Estimator, Choice, error) {
	choice := Choice{cfg.Method, "asked for"}
	if cfg.Method == Auto {
		choice = s.choose(cfg)
	}
	est, err := s.estimator(choice.Method, cfg)
	return est, choice, err
}

func (s *Sample) estimator(name Method, cfg Config) (Estimator, error) {
	switch name {
	case BetweenBatch:
		return newNormal(s, false, cfg.Inflate)
	case WithinBatch:
		return newNormal(s, true, cfg.Inflate)
	case Frequency:
		return newFrequency(s)
	case Bootstrap:
		return newBootstrap(s, cfg), nil
	case Permutation:
		return newPermutation(s, cfg)
	case Truncated:
		return newTruncated(s, cfg)
	}
	return nil, fmt.Errorf("estimate: unknown estimator %q", name)
}

// Auto's thresholds: how many batches are many, how few rows make a batch too small
// for the central limit theorem, and how many deviations from an end of the range are
// near it.
const (
	manyBatches = 20
	smallBatch  = 30
	nearEnd     = 3.0
)

// choose encodes the paper's guidance, in this order: a truncated normal where some μ_k
// is near an end of the range; the bootstrap for small batches; the between-batch
// variance for a moderate to large number of batches; the within-batch variance else.
func (s *Sample) choose(cfg Config) Choice {
	spread, err := newSpread(s)
	if err != nil {
		return Choice{Bootstrap, fmt.Sprintf("%d batch of %d row gives no variance", s.Batches(), s.Size)}
	}
	outside := s.Outside(cfg.ScoreMin, cfg.ScoreMax) != nil
	if k := spread.nearEnd(cfg.ScoreMin, cfg.ScoreMax); k >= 0 && !outside {
		return Choice{Truncated, fmt.Sprintf("the mean of feature %d, %.3g, is within %g standard deviations of an end of [%g, %g]",
			k, s.Means[k], nearEnd, cfg.ScoreMin, cfg.ScoreMax)}
	}
	switch n := s.Batches(); {
	case s.Size < smallBatch:
		return Choice{Bootstrap, fmt.Sprintf("batches of %d rows are small (under %d)", s.Size, smallBatch)}
	case n >= manyBatches:
		return Choice{BetweenBatch, fmt.Sprintf("%d batches are many (%d or more)", n, manyBatches)}
	default:
		return Choice{WithinBatch, fmt.Sprintf("%d batches are few (under %d)", n, manyBatches)}
	}
}

// Outside returns an error that names the first score outside [lo, hi].
func (s *Sample) Outside(lo, hi float64) error {
	for k, column := range s.columns {
		for i, x := range column {
			if x < lo || x > hi {
				return fmt.Errorf("estimate: score in row %d, column %d is %g, want a score in [%g, %g] for estimator %q",
					i, k, x, lo, hi, Truncated)
			}
		}
	}
	return nil
}

// newSpread is the deviation of s_u − s_v by the better variance at hand: between the
// batches where there are several, within the batch where there is one.
func newSpread(s *Sample) (*normal, error) { return newNormal(s, s.Batches() < 2, 0) }

// alone is the deviation of s_k.
func (n *normal) alone(k int) float64 { return n.sigma(k, none) }

// nearEnd returns a feature whose mean lies within nearEnd deviations of lo or hi, or −1.
// Constant features do not count.
func (n *normal) nearEnd(lo, hi float64) int {
	for k, mu := range n.s.Means {
		if d := n.alone(k); d > 0 && (mu-lo < nearEnd*d || hi-mu < nearEnd*d) {
			return k
		}
	}
	return -1
}
