// Package dag is the directed acyclic graph of importance, with an interval on every edge:
// what it is, its checks, its files, and Build, which draws it from scores.
//
// What flows in: a matrix of scores H [N,D], one row a sample, one column a feature (Build);
// or its rows one at a time (BuildFrom); or edges (New); or a file (JSON). What flows
// out: a *DAG, which is a gonum graph.Directed. Below it, package estimate says whether
// s_u > s_v, and repair which edges of a cycle to drop; packages expert and pairwise make a
// DAG of statements and comparisons, and polytope gives intervals to the edges of one.
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
// where P̂ comes from package estimate. With the normal estimators this is the margin
// condition μ_uv > z_α·σ_uv of Theorem 1, from which acyclicity and transitivity
// follow for every α ≥ ½, since σ is a seminorm of the shared batches. The other
// estimators give no such guarantee: Build checks at run time, reports the result
// in Report, and either returns a CycleError or repairs the graph (Options.Repair).
//
// A graph with no edge is a valid result of Build.
//
// # Limits
//
// Scores and stated numbers are of size MaxMagnitude = 1e150 at most; scores beyond 1e±100 are
// scaled by a power of two first. Counts have bounds, and Build refuses what takes more than
// estimate.MaxMemory before it draws edges, and more than MaxEdges edges. ReadScores takes
// MaxScores numbers, a Reader any number.
//
// # Scores of any length
//
// BuildFrom reads rows from a Source, such as a Reader of CSV, and holds moments of them, not
// the rows, unless these are so few that they take less: 16·D² to 48·D² bytes, 16 kB a
// feature, and one batch. Bootstrap, Permutation, Auto
// where it chooses the bootstrap, and Options.Batches draw rows, resamples·|B| or batches·|B|
// of them: these are read in a second pass and held, each once. No estimator needs more.
// Moments of shards can be made apart (estimate.Moments), merged, and built from
// (BuildMoments), by the estimators that draw no rows.
//
// # Cost
//
// Build takes O(D²·n) time for n batches (rows, for the within-batch variance;
// resamples, for bootstrap and permutation) and O(D·n + E) memory, plus 8 bytes per
// pair when a multiplicity correction is asked for. An edge takes 56 bytes and 8 of
// index. Reachability (transitivity, reduction) takes D²/8 bytes. On two cores, 1000
// features and 1600 rows with 477 000 edges take 0.3 s (between), 1.5 s (within) or
// 1.1 s (bootstrap, 1000 resamples), and 160 MB allocated in all. The benchmarks measure it.
package dag
