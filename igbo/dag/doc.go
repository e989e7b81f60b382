// Package dag builds and validates directed acyclic graphs of feature importance, with an interval
// on every edge, and reads and writes them.
//
// Use it to describe which features matter more than others. [Build] estimates a graph from a
// matrix of scores H [N,D], with one row per sample and one column per feature. [New] creates a
// graph from edges, and UnmarshalJSON reads one from JSON. A *DAG implements gonum's
// graph.Directed.
//
//	calibrate   measures the error rates of estimated graphs
//	estimate    estimates the probability that s_u > s_v
//	expert      converts experts' statements to a DAG
//	feasible    decides whether scores exist that satisfy constraints
//	pairwise    converts pairwise comparisons to a DAG
//	polytope    computes intervals for the edges of an order without numbers
//	repair      selects the edges of a cycle to remove
//
// # Conventions
//
// An edge u→v states that u is more important than v, and that
//
//	d_uv = E[H_u − H_v] ∈ [ε_uv, δ_uv],  0 < ε_uv ≤ δ_uv.
//
// A Bound states that E[H_k] is in [min, max]. A Tie states that |E[H_u − H_v]| ≤ within.
//
// # The edge rule
//
// For a batch B of scores, s_k(B) is the mean of H_k over B. Build draws an edge u→v iff
//
//	P̂(s_u > s_v) > α,
//
// where package estimate provides P̂. With the normal estimators, this is the margin condition
// μ_uv > z_α·σ_uv of Theorem 1. It implies acyclicity and transitivity for every α ≥ ½, because σ
// is a seminorm on the shared batches. Permutation only guarantees acyclicity, and the other
// estimators guarantee neither, so Build checks the graph and records the result in Report. If there
// is a cycle, it returns a CycleError or repairs the graph (Options.Repair).
//
// Build may return a graph without edges.
//
// # Limits
//
// Scores and stated numbers must be within ±MaxMagnitude = 1e150. If the scores are larger than
// 1e100 or smaller than 1e−100, Build first scales them by a power of two. It returns an error if
// it needs more memory than estimate.MaxMemory or draws more than MaxEdges edges. ReadScores reads
// at most MaxScores numbers, and no more than fit into memory.
//
// # Cost
//
// Build takes O(D²·n) time and O(D·n + E) memory, plus 8 bytes per pair with a multiplicity
// correction. Here n is the number of batches, or of rows for the within-batch variance, or of
// resamples for bootstrap and permutation. An edge takes 56 bytes and 8 bytes of index. Checking
// transitivity and computing the reduction take D²/8 bytes.
package dag
