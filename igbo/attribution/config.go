package attribution

import (
	"fmt"
	"math"
	"slices"
)

// ScoreKind selects how h is normalised to shares.
type ScoreKind string

// The score kinds.
const (
	Signed   ScoreKind = "signed"   // h_k / (ε + Σ|h|), in [−1, 1]; the score in the paper
	Absolute ScoreKind = "absolute" // |h_k| / (ε + Σ|h|), in [0, 1]; identifiable where the signed score is not
)

// Mode selects how h is differentiated.
type Mode string

// The differentiation modes. Forward and reverse mode give the same numbers up to rounding. Forward mode is
// cheaper if T > 1 and T ≥ D. In the costs, F is the cost of one step of the model.
const (
	AutoMode    Mode = "auto"    // the cheaper mode that can differentiate the model
	ReverseMode Mode = "reverse" // one reverse pass per output step: O(M·T·T·F)
	ForwardMode Mode = "forward" // one tangent per feature: O(M·D·T·F)
)

// Config holds the settings for computing scores. Start with [DefaultConfig].
type Config struct {
	// Quadrature is the rule for the integral over α.
	Quadrature Rule `json:"quadrature"`
	// Points is M, the number of gradient evaluations along the whole path. The maximum is MaxPoints.
	Points int `json:"points"`
	// Chunk is the number of points that are evaluated at once; 0 means all. The maximum is MaxPoints, and
	// there may be at most 4096 chunks. Small chunks reduce the memory for h. They reduce the memory for the
	// gradient of h only if Recompute is set.
	Chunk int `json:"chunk"`
	// Recompute reduces the memory for the gradient of h to about one chunk, or 2 to 4 chunks in reverse mode.
	// It recomputes the intermediate values of each chunk instead of storing them, which takes about 1.5 times
	// as long. XLA on the CPU may merge both computations and save nothing.
	Recompute bool `json:"recompute,omitempty"`
	// Mode selects forward or reverse differentiation for h.
	Mode Mode `json:"mode"`
	// Score selects the signed score, as in the paper, or the absolute score.
	Score ScoreKind `json:"score"`
	// Epsilon is ε in the denominator of H.
	Epsilon float64 `json:"epsilon"`
	// Baselines lists the baselines over which h is averaged, before H is computed. Empty means the zero
	// baseline.
	Baselines []Baseline `json:"baselines"`
	// Groups, if not empty, lists the columns of each feature k. Each column must be in exactly one group. The
	// attributions of a group are summed in h, before H is computed.
	Groups [][]int `json:"groups,omitempty"`
	// Path is the integration path; nil means Straight. It is not saved.
	Path Path `json:"-"`
}

// DefaultConfig returns the settings in the paper: M = 20, signed score, zero baseline, straight path, ε =
// 1e-8. The paper does not specify a quadrature rule; the default is the midpoint rule.
func DefaultConfig() Config {
	return Config{
		Quadrature: Midpoint, Points: 20, Mode: AutoMode, Score: Signed,
		Epsilon: 1e-8, Baselines: []Baseline{Zero()},
	}
}

// maxChunks is the maximum number of copies of the model in a graph.
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
		return fmt.Errorf("attribution: %d points make %d chunks of %d, which is too many chunks (max %d; use a larger Chunk)", c.Points, n, c.Chunk, maxChunks)
	}
	if modes := []Mode{AutoMode, ReverseMode, ForwardMode}; !slices.Contains(modes, c.Mode) {
		return fmt.Errorf("attribution: unknown mode %q (want one of %v)", c.Mode, modes)
	}
	if kinds := []ScoreKind{Signed, Absolute}; !slices.Contains(kinds, c.Score) {
		return fmt.Errorf("attribution: unknown score %q (want one of %v)", c.Score, kinds)
	}
	if !(c.Epsilon > 0) || math.IsInf(c.Epsilon, 0) {
		return fmt.Errorf("attribution: ε = %g in the score must be a small positive number (set Epsilon)", c.Epsilon)
	}
	for _, b := range c.Baselines {
		if err := b.Validate(); err != nil {
			return err
		}
	}
	return c.validateGroups(d)
}

// atOnce returns the number of points that are evaluated at once.
func (c Config) atOnce() int {
	if c.Chunk <= 0 {
		return c.Points
	}
	return min(c.Chunk, c.Points)
}

// maxMemory is the maximum result of Memory that CheckMemory accepts, 256 GiB.
const maxMemory = 1 << 38

// Memory returns a lower bound in bytes on the memory that h takes for inputs [B,T,D] with elements of the
// given size:
//
//	min(Chunk, M)·B·T·D·size
//
// The gradient of h takes as much for all M points, unless Recompute is set.
func (c Config) Memory(b, t, d, size int) float64 {
	return float64(c.atOnce()) * float64(b) * float64(t) * float64(d) * float64(size)
}

// CheckMemory returns an error with the estimate if [Config.Memory] exceeds 256 GiB.
func (c Config) CheckMemory(b, t, d, size int) error {
	if bytes := c.Memory(b, t, d, size); !(bytes <= maxMemory) {
		return fmt.Errorf("attribution: %d points × B·T·D = %d·%d·%d need at least %.4g GiB of memory, which is too much (max %d GiB; use smaller chunks or batches)",
			c.atOnce(), b, t, d, bytes/(1<<30), maxMemory>>30)
	}
	return nil
}

// validateGroups checks that the groups partition the d columns.
func (c Config) validateGroups(d int) error {
	seen := map[int]bool{}
	for k, group := range c.Groups {
		if len(group) == 0 {
			return fmt.Errorf("attribution: feature group %d is empty, want at least 1 column", k)
		}
		for _, col := range group {
			if col < 0 || col >= d {
				return fmt.Errorf("attribution: feature group %d contains column %d, want 0 to %d", k, col, d-1)
			}
			if seen[col] {
				return fmt.Errorf("attribution: column %d is in two feature groups; each column must be in one", col)
			}
			seen[col] = true
		}
	}
	for col := 0; col < d && len(c.Groups) > 0; col++ {
		if !seen[col] {
			return fmt.Errorf("attribution: column %d is in no feature group; each column must be in one", col)
		}
	}
	return nil
}
