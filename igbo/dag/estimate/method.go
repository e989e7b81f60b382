package estimate

// Method is a way to estimate P(s_u > s_v), the probability that the mean score of u over a batch
// of BatchSize samples exceeds that of v.
type Method string

// The estimation methods. BetweenBatch, WithinBatch and Permutation guarantee an acyclic graph; Auto
// does so only if it selects BetweenBatch or WithinBatch. These two also guarantee a transitive graph
// (Theorem 2).
const (
	// Auto follows the paper's guidance: Truncated if a mean is within 3 standard deviations of an
	// end of the range, Bootstrap for batches of fewer than 30 rows, BetweenBatch for 20 or more
	// batches, and WithinBatch otherwise. The Choice reports the selected method and the reason.
	Auto Method = "auto"
	// BetweenBatch estimates Φ(μ_uv/σ_uv), where σ_uv² is the sample variance of s_u − s_v between
	// batches.
	BetweenBatch Method = "between"
	// WithinBatch estimates Φ(μ_uv/σ_uv), where σ_uv² = Var(H_u − H_v)/|B| with the unbiased
	// variance pooled over the batches (Lemma 2).
	WithinBatch Method = "within"
	// Frequency is the share of batches with s_u > s_v. It can produce cycles.
	Frequency Method = "frequency"
	// Bootstrap is the share of resampled batches with s_u > s_v.
	Bootstrap Method = "bootstrap"
	// Permutation is the share of sign-flipped batch means below μ_uv. Signs are flipped per row
	// for both features together, and every draw is mirrored, so the null distribution is exactly
	// symmetric.
	Permutation Method = "permutation"
	// Truncated is P(s_u > s_v) under the bivariate normal distribution truncated to [ScoreMin,
	// ScoreMax]² (the paper's remark on finite samples).
	Truncated Method = "truncated"
)

// Methods returns all methods.
func Methods() []Method {
	return []Method{Auto, BetweenBatch, WithinBatch, Frequency, Bootstrap, Permutation, Truncated}
}

// Multiplicity is a correction for testing all D(D−1)/2 pairs.
type Multiplicity string

// The corrections. Both use the one-sided p-value of μ_u > μ_v with the standard error over the
// distinct rows. They double it, because the data determine the direction of the test.
// BenjaminiHochberg bounds the false discovery rate if the tests are independent or positively
// dependent, which may not hold for differences that share a feature. Holm bounds the family-wise
// error rate under any dependence.
const (
	NoCorrection      Multiplicity = "none"
	BenjaminiHochberg Multiplicity = "bh"
	Holm              Multiplicity = "holm"
)

// Config holds the settings of an estimate. Zero values are not replaced by defaults.
type Config struct {
	Method             Method
	BatchSize          int     // |B|
	Batches            int     // 0 means consecutive batches; N means N batches drawn with replacement
	Seed               uint64  // for drawn batches and resampling
	Resamples          int     // for Bootstrap and Permutation
	ScoreMin, ScoreMax float64 // range of the scores, for Truncated and Auto
	Multiplicity       Multiplicity
	Inflate            float64 // κ: multiplies σ_uv by 1+κ, for BetweenBatch and WithinBatch
}

// Resampled reports whether the method may use resamples.
func (c Config) Resampled() bool {
	return c.Method == Bootstrap || c.Method == Permutation || c.Method == Auto
}
