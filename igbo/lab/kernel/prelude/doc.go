// Package prelude imports packages by their names: a cell that says mat.NewDense gets
// gonum's mat, with no import line and nothing guessed. What a cell does not use is
// not imported, so that nothing is linked in vain.
//
// What flows in: the text of a Go file. What flows out: the text with the imports
// that it uses and no other ([Rewrite]), and the names that stand in no table, for
// which somebody has to look elsewhere.
//
// The table has igbolab's packages, GoMLX's, gonum's and the usual ones of the
// standard library. Where several have one name, igbolab's wins, then GoMLX's, then
// gonum's, then the standard library's, but for the few that [Rivals] decides by what
// the cell uses of them. An import that is written in the file always wins.
package prelude
