// Package prelude adds imports by the names of packages: a cell that uses mat.NewDense imports gonum's mat without an import line. Unused
// packages are not imported, so they are not linked.
//
// [Rewrite] takes the text of a Go file. It returns the text with exactly the imports that it uses, and the names that are in no table,
// which the caller must search for elsewhere.
//
// The table has the packages of igbolab, GoMLX, gonum and common packages of the standard library. If several packages have the same name,
// the order of priority is igbolab, GoMLX, gonum, standard library, except for the few that [Namesakes] decides by the symbols that the
// cell uses. An import in the file always has priority.
package prelude
