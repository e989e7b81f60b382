package attribution

import (
	"fmt"
	"math"
	"slices"
)

// ScoreKind names how h is turned into shares.
type ScoreKind string

// The two score variants.
const (
	Signed   ScoreKind = "signed"   // h_k / (ε + Σ|h|), in [−1, 1]; the paper's
	Absolute ScoreKind = "absolute" // |h_k| / (ε + Σ|h|), in [0, 1]; identifiable where the signed one is not
)

// Mode names how h is differentiated.
type Mode string

// The differentiation modes; forward and reverse give the same numbers up to
// rounding. Forward mode is the cheaper one for T ≥ D, T > 1.
const (
	AutoMode    Mode = "auto"    // the cheaper one of those that can differentiate the model
	ReverseMode Mode = "reverse" // one reverse pass for each output step: O(M·T·T·F)
	ForwardMode Mode = "forward" // one tangent for each feature: O(M·D·T·F)
)

// Config says how scores are computed. DefaultConfig gives the paper's
// settings, with the midpoint rule, as the paper does not name one.
type Config struct {
	// Quadrature is the rule for the integral over α.
	Quadrature Rule `json:"quadrature"`
	// Points is M, the number of gradient evaluations on the path, all segments
	// together; at most MaxPoints.
	Points int `json:"points"`
	// Chunk is how many points are evaluated at once, 0 for all; at most
	// MaxPoints, and at most 4096 chunks in all. Chunks of M^a
	// points take h the memory of M^a points instead of M. The gradient of h
	// keeps the intermediate values of every point, whatever the chunk, unless
	// Recompute is set.
	Chunk int `json:"chunk"`
	// Recompute lets the gradient of h compute the intermediate values of a chunk
	// again where it needs them, instead of keeping those of all chunks: the
	// memory of one chunk (in reverse mode 2 to 4 times that), for about half as
	// much time again. XLA on the CPU
	// may merge both computations and save nothing.
	Recompute bool `json:"recompute,omitempty"`
	// Mode chooses forward or reverse differentiation for h.
	Mode Mode `json:"mode"`
	// Score is signed (the paper) or absolute.
	Score ScoreKind `json:"score"`
	// Epsilon is ε in the denominator of H.
	Epsilon float64 `json:"epsilon"`
	// Baselines are averaged over in h, before H. Empty is the zero baseline.
	Baselines []Baseline `json:"baselines"`
	// Groups, where set, are summed over in h before H: Groups[k] lists the columns of feature k.
	Groups [][]int `json:"groups,omitempty"`
	// Path is the integration path; nil is Straight. Not saved.
	Path Path `json:"-"`
}

// DefaultConfig returns the paper's settings: M = 20, signed score, zero
// baseline, straight path, ε = 1e-8.
func DefaultConfig() Config {
	return Config{
		Quadrature: Midpoint, Points: 20, Mode: AutoMode, Score: Signed,
		Epsilon: 1e-8, Baselines: []Baseline{Zero()},
	}
}

// maxChunks bounds the copies of the model in a graph.
const maxChunks = 4096

// Validate checks the settings for inputs with d features.
func (c Config) Validate(d int) error {
	if d < 1 {
		return fmt.Errorf("attribution: D = %d features, want at least 1", d)
	}
	if err := c.Quadrature.check(c.Points); err != nil {
		return err
	}
	if c.Chunk < 0 || c.Chunk > MaxPoints {
		return fmt.Errorf("attribution: Chunk is %d points, want 0 (all) to %d", c.Chunk, MaxPoints)
	}
	if n := (c.Points + c.atOnce() - 1) / c.atOnce(); n > maxChunks {
		return fmt.Errorf("attribution: %d points make %d chunks of %d, which are too many (max %d; use larger chunks)", c.Points, n, c.Chunk, maxChunks)
	}
	if modes := []Mode{AutoMode, ReverseMode, ForwardMode}; !slices.Contains(modes, c.Mode) {
		return fmt.Errorf("attribution: unknown mode %q (want one of %v)", c.Mode, modes)
	}
	if kinds := []ScoreKind{Signed, Absolute}; !slices.Contains(kinds, c.Score) {
		return fmt.Errorf("attribution: unknown score %q (want one of %v)", c.Score, kinds)
	}
	if !(c.Epsilon > 0) || math.IsInf(c.Epsilon, 0) {
		return fmt.Errorf("attribution: ε = %g in the score, want a small positive number", c.Epsilon)
	}
	for _, b := range c.Baselines {
		if err := b.Validate(); err != nil {
			return err
		}
	}
	return c.validateGroups(d)
}

// atOnce is how many points are evaluated at once.
func (c Config) atOnce() int {
	if c.Chunk <= 0 {
		return c.Points
	}
	return min(c.Chunk, c.Points)
}

// maxMemory bounds what Memory may return, in bytes: 256 GiB.
const maxMemory = 1 << 38

// Memory is the least memory in bytes that the points of a chunk of the path
// take for inputs [B,T,D] of numbers of the given size in bytes,
//
//	min(Chunk, M)·B·T·D·size,
//
// a lower bound for h; its gradient takes it for all M points unless Recompute
// is set. CheckMemory compares it with 256 GiB.
func (c Config) Memory(b, t, d, size int) float64 {
	return float64(c.atOnce()) * float64(b) * float64(t) * float64(d) * float64(size)
}

// CheckMemory is an error, with the estimate, where Memory exceeds 256 GiB.
func (c Config) CheckMemory(b, t, d, size int) error {
	if bytes := c.Memory(b, t, d, size); !(bytes <= maxMemory) {
		return fmt.Errorf("attribution: %d points × B·T·D = %d·%d·%d take %.4g GiB at least, want at most %d GiB (use smaller chunks or batches)",
			c.atOnce(), b, t, d, bytes/(1<<30), maxMemory>>30)
	}
	return nil
}

// validateGroups checks that the groups part the d columns.
func (c Config) validateGroups(d int) error {
	seen := map[int]bool{}
	for k, group := range c.Groups {
		if len(group) == 0 {
			return fmt.Errorf("attribution: feature group %d is empty", k)
		}
		for _, col := range group {
			if col < 0 || col >= d {
				return fmt.Errorf("attribution: feature group %d holds column %d, want 0 to %d", k, col, d-1)
			}
			if seen[col] {
				return fmt.Errorf("attribution: column %d is in two feature groups", col)
			}
			seen[col] = true
		}
	}
	for col := 0; col < d && len(c.Groups) > 0; col++ {
		if !seen[col] {
			return fmt.Errorf("attribution: column %d is in no feature group", col)
		}
	}
	return nil
}
