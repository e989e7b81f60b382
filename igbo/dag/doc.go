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
// # Cost
//
// Build takes O(D²·n) time for n batches (rows, for the within-batch variance;
// resamples, for bootstrap and permutation) and O(D·n + E) memory, plus 8 bytes per
// pair when a multiplicity correction is asked for. An edge takes 56 bytes.
// Reachability (transitivity, reduction) takes D²/8 bytes.
package dag
