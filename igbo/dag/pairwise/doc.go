// Package pairwise turns pairwise comparisons into a graph of importance.
//
// Use it if experts answer questions such as "which of these two matters more". Comparisons are made in code or read from CSV ([Read]).
// [BradleyTerry] fits the strengths of a Bradley–Terry model with their standard errors, and [Strengths.DAG] applies the α rule to them.
package pairwise
