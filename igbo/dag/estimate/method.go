package estimate

// Method names a way to estimate P(s_u > s_v), the probability that the mean score
// of u over a batch of BatchSize samples exceeds that of v.
type Method string

// The methods. All but Frequency, Bootstrap and Truncated are acyclic by
// construction; BetweenBatch and WithinBatch are transitive as well (Theorem 2).
const (
	// Auto follows the paper's guidance: Truncated near the ends of the range,
	// Bootstrap for small batches, BetweenBatch for many batches, WithinBatch
	// otherwise. A Choice says which and why.
	Auto Method = "auto"
	// BetweenBatch is Φ(μ_uv/σ_uv), σ_uv² the sample variance of s_u − s_v between batches.
	BetweenBatch Method = "between"
	// WithinBatch is Φ(μ_uv/σ_uv), σ_uv² = Var(H_u − H_v)/|B|, the unbiased variance
	// pooled over the batches (Lemma 2).
	WithinBatch Method = "within"
	// Frequency is the share of batches with s_u > s_v. It can cycle.
	Frequency Method = "frequency"
	// Bootstrap is the share of batches redrawn from the rows with s_u > s_v.
	Bootstrap Method = "bootstrap"
	// Permutation is the share of sign-flipped batch means below μ_uv (paired; mirrored,
	// so the null is exactly symmetric).
	Permutation Method = "permutation"
	// Truncated is P(s_u > s_v) under the bivariate normal truncated to
	// [ScoreMin, ScoreMax]², the remark on finite samples.
	Truncated Method = "truncated"
)

// Methods lists the known methods.
func Methods() []Method {
	return []Method{Auto, BetweenBatch, WithinBatch, Frequency, Bootstrap, Permutation, Truncated}
}

// Multiplicity names a correction for testing all D(D−1)/2 pairs at once.
type Multiplicity string

// The corrections. Both act on the one-sided p-value of μ_u > μ_v with the standard
// error over the distinct rows, doubled because the direction is read off the data.
// BenjaminiHochberg bounds the false discovery rate if the tests are independent or
// positively dependent, which differences that share features need not be. Holm bounds the
// family-wise error rate under any dependence.
const (
	NoCorrection      Multiplicity = "none"
	BenjaminiHochberg Multiplicity = "bh"
	Holm              Multiplicity = "holm"
)

// Config are the settings of an estimate. A zero is a zero, never a default.
type Config struct {
	Method             Method
	BatchSize          int     // |B|
	Batches            int     // 0: consecutive batches; N: N batches drawn with replacement
	Seed               uint64  // of the drawn batches and of resampling
	Resamples          int     // of Bootstrap and Permutation
	ScoreMin, ScoreMax float64 // the score's range, for Truncated and Auto
	Multiplicity       Multiplicity
	Inflate            float64 // κ: σ_uv is (1+κ) times as large, under BetweenBatch and WithinBatch
}

// Resampled says whether the method may draw resamples.
func (c Config) Resampled() bool {
	return c.Method == Bootstrap || c.Method == Permutation || c.Method == Auto
}
