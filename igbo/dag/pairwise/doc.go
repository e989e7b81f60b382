// Package pairwise turns pairwise comparisons into a graph of importance.
//
// What flows in: comparisons, made in code or read from CSV ([Read]): who won, who lost, how
// often. What flows out: the strengths of a Bradley–Terry model with their standard errors
// ([BradleyTerry]), and a dag.DAG of them by the α rule ([Strengths.DAG]).
package pairwise
