// Package repair finds the arcs to remove to make a digraph acyclic.
//
// The input is a strongly connected component of n nodes with weighted arcs. The result lists the arcs to remove, and whether their weight
// is the minimum. It is exact up to [MaxExact] nodes, and heuristic beyond.
package repair
