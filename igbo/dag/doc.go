// Package dag builds and validates directed acyclic graphs of importance with an interval on every edge, and reads and writes them.
//
// Use it to describe which features matter more than others. [Build] estimates a graph from a matrix of scores H [N,D], one row per sample
// and one column per feature; [New] makes one from edges, and UnmarshalJSON from a file. A *DAG implements gonum's graph.Directed. Package
// estimate estimates the probability of s_u > s_v, and package repair selects the edges of a cycle to remove. Packages expert and pairwise
// make a DAG from statements and from comparisons, and polytope computes intervals for its edges.
//
// # Conventions
//
// An edge u→v states that u is more important than v, and that
//
//	d_uv = E[H_u − H_v] ∈ [ε_uv, δ_uv],  0 < ε_uv ≤ δ_uv.
//
// A Bound states that E[H_k] is in [min, max]; a Tie that |E[H_u − H_v]| ≤ within.
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
// Scores and stated numbers must be within ±MaxMagnitude = 1e150; scores beyond 1e±100 are scaled by a power of two first. Build returns
// an error if it would take more than estimate.MaxMemory or more than MaxEdges edges. ReadScores reads at most MaxScores numbers, and not
// more than fit into memory.
//
// # Cost
//
// Build takes O(D²·n) time for n batches (rows, for the within-batch variance; resamples, for bootstrap and permutation) and O(D·n + E)
// memory, plus 8 bytes per pair with a multiplicity correction. An edge takes 56 bytes and 8 bytes of index. Transitivity and reduction
// take D²/8 bytes.
package dag
