// Package graphs has the command dag.
//
// What flows in: scores, expert statements or comparisons, with flags that
// settle into the options of package dag. What flows out: a graph as a table,
// JSON, DOT or SVG, all made before any of it is written.
package graphs
