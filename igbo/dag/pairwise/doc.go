// Package pairwise converts pairwise comparisons to an importance graph.
//
// Use it if experts answer questions such as "which of these two features matters more?". Create
// the comparisons in code or read them from CSV ([Read]). [BradleyTerry] fits the strengths of a
// Bradley–Terry model with standard errors, and [Strengths.DAG] converts them to a dag.DAG.
package pairwise
