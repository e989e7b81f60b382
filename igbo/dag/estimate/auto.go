package estimate

import "fmt"

// Choice holds the selected method, which is never Auto, and the reason for the selection.
type Choice struct {
	Method Method
	Reason string
}

// Estimator returns the estimator for cfg.Method. If the method is Auto, it selects one. It returns
// an error if there are too few batches or rows for the method, or, for Truncated, if a score is
// outside the range.
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

// Thresholds of Auto: the smallest number of batches that counts as many, the batch size below
// which the central limit theorem is not trusted, and the distance from an end of the range, in
// standard deviations, that counts as near.
const (
	manyBatches = 20
	smallBatch  = 30
	nearEnd     = 3.0
)

// choose implements the paper's guidance, in this order: the truncated normal if some μ_k is near
// an end of the range; the bootstrap for small batches; the between-batch variance for many
// batches; else the within-batch variance.
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

// Outside returns an error that names the first score outside [lo, hi], or nil.
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

// newSpread returns the standard deviations of s_u − s_v: between the batches if there are several,
// or within the batch if there is only one.
func newSpread(s *Sample) (*normal, error) { return newNormal(s, s.Batches() < 2, 0) }

// alone returns the standard deviation of s_k.
func (n *normal) alone(k int) float64 { return n.sigma(k, none) }

// nearEnd returns a feature whose mean is within nearEnd standard deviations of lo or hi, or −1. It
// ignores constant features.
func (n *normal) nearEnd(lo, hi float64) int {
	for k, mu := range n.s.Means {
		if d := n.alone(k); d > 0 && (mu-lo < nearEnd*d || hi-mu < nearEnd*d) {
			return k
		}
	}
	return -1
}
