// Package dag turns importance scores, or the statements of experts, into a
// directed acyclic graph of importance with an interval on every edge.
//
// What flows in: a matrix of scores H [N,D], one row a sample, one column a
// feature (Build); or ranks, tiers, edges, intervals, ties and bounds written by
// an expert (Expert, ParseExpert); or pairwise comparisons (BradleyTerry).
// What flows out: a *DAG, which is a gonum graph.Directed.
//
// # Conventions
//
// An edge u→v says that u is more important than v, and that
//
//	d_uv = E[H_u − H_v]  lies in  [ε_uv, δ_uv],  0 < ε_uv ≤ δ_uv.
//
// A Bound says that E[H_k] lies in [min, max]; a Tie that |E[H_u − H_v]| ≤ within.
//
// # The rule
//
// For a batch B of scores, s_k(B) is the mean of H_k over B. Build draws u→v iff
//
//	P̂(s_u > s_v) > α,
//
// where P̂ comes from an Estimator. With the normal estimators this is the margin
// condition μ_uv > z_α·σ_uv of Theorem 1, from which acyclicity and transitivity
// follow for every α ≥ ½, since σ is a seminorm of the shared batches. The other
// estimators give no such guarantee: Build checks at run time, reports the result
// in Report, and either returns a CycleError or repairs the graph (Options.Repair).
//
// A graph with no edge is a valid result of Build; an expert file that states
// nothing, or contradicts itself, is an error.
//
// # Feasibility
//
// Scores are shares: Σ_k |H_k| ≤ 1 for the signed score, and H_k ≥ 0 besides for the absolute
// one. Expert.Build asks whether scores exist that meet every edge, bound and tie and that
// rule, by the linear programme
//
//	minimise Σ_k |H_k|   subject to   ε_uv ≤ H_u − H_v ≤ δ_uv,   min_k ≤ H_k ≤ max_k,
//	                                  |H_u − H_v| ≤ within,      H_k ≥ 0 (absolute),
//
// whose value must be at most 1 (package feasible says how). An order without a stated ε asks
// for MinEpsilon. So k ranked features, ε apart, need
//
//	ε·⌊k²/4⌋ ≤ 1 (signed),   ε·k(k−1)/2 ≤ 1 (absolute):
//
// with the default ε = 0.005 a list may rank 28 or 20 features. A file that no scores meet is a
// *ConflictError. It names a smallest set of statements that contradict each other, with
// their lines, adds them up, and says which MinEpsilon would do. That no smaller set does is
// proven in files of up to 500 statements within a limit of work; else no statement of the
// set can be left out. The score is the file's (score: absolute), or ExpertOptions.Score;
// where neither says, it is the signed one, and what no signed score meets no absolute one
// does. DAG.Feasible asks the same of any graph.
//
// # Limits
//
// Scores and stated numbers are of size MaxMagnitude = 1e150 at most; scores beyond 1e±100 are
// scaled by a power of two first. Counts have bounds, and Build refuses what takes more than
// MaxMemory before it draws edges, and more than MaxEdges edges. Expert files are limited in
// bytes, depth and keys (MaxExpertFile, MaxExpertDepth, MaxExpertKeys), what they say in pairs
// of features (MaxExpertPairs), DOT by MaxDOT, CSV by MaxScores, MaxColumns and MaxComparisons.
//
// # Cost
//
// Build takes O(D²·n) time for n batches (rows, for the within-batch variance;
// resamples, for bootstrap and permutation) and O(D·n + E) memory, plus 8 bytes per
// pair when a multiplicity correction is asked for. An edge takes 56 bytes and 8 of
// index. Reachability (transitivity, reduction) takes D²/8 bytes. On two cores, 1000
// features and 1600 rows with 477 000 edges take 0.3 s (between), 1.5 s (within) or
// 1.1 s (bootstrap, 1000 resamples), and 160 MB allocated in all; 10 000 features with
// 50 000 stated edges 0.2 s and 90 MB, and about a second where no scores meet them. The
// benchmarks measure it. Within about a third of Σ|H| = 1 deciding so large a file would take
// longer: after some five seconds Build gives up and says so in Report.Warnings.
//
// # Expert files
//
// YAML or JSON, by the schema of ExpertSchema; the first name of an order is the most
// important:
//
//	score: absolute                            # optional: signed, absolute or range
//	features: [age, smoker, income, postcode]  # optional
//	ranks:
//	  - [age, smoker, income]
//	tiers:
//	  - {order: [[age, smoker], [postcode]], confidence: 0.8, comment: second round}
//	edges:
//	  - {u: age, v: income, epsilon: 0.1, delta: 0.4}
//	ties:
//	  - {features: [income, postcode], within: 0.05}
//	bounds:
//	  - {feature: postcode, max: 0.05}
//
// Numbers are those of YAML 1.2 and JSON, such as 0.05, 5e-2 and 1E-05; .nan, .inf and text are
// refused. Names are not empty, do not repeat, and are in quotes where they would read as a
// number.
package dag
