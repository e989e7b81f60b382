// Package repair selects arcs to remove from a digraph to make it acyclic.
//
// [FeedbackArcSet] takes a strongly connected component of n nodes with weighted arcs. It returns
// the arcs to remove, and whether their total weight is the minimum. It is exact up to [MaxExact]
// nodes, and heuristic beyond that.
package repair
