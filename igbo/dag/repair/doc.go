// Package repair finds the arcs to drop so that a digraph becomes acyclic.
//
// What flows in: a strongly connected component of n nodes as weighted arcs.
// What flows out: which of them to drop, and whether no lighter set exists.
// Up to [MaxExact] nodes the answer is exact; beyond, it is a heuristic's. It
// knows numbers alone: package dag says what nodes, arcs and weights mean.
package repair
