package notebook

import "github.com/igbolab/igbolab/plots/inline"

// Check ends the cell, or the program, where there is an error: what was shown
// arrives, the error and its place (in a notebook the cell and its line) stand on
// standard error, and the exit status is 1.
func Check(err error) { inline.End(err) }

// Must is the value, or the end of the cell as with Check:
//
//	m := notebook.Must(igbo.Load(notebook.Engine(), "forecaster"))
func Must[T any](value T, err error) T {
	inline.End(err)
	return value
}
