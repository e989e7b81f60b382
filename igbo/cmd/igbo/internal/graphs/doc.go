// Package graphs implements the command dag: it builds an importance graph from scores, expert statements or comparisons, and writes it
// as a table, JSON, DOT or SVG. Everything is computed before any file is written.
package graphs
