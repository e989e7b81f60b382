package notebook

import "github.com/igbolab/igbolab/plots/inline"

// Check ends the cell, or the program, if err is not nil. Earlier output still arrives. Check
// prints the error and its location (in a notebook, the cell and its line) to standard error and
// exits with status 1.
func Check(err error) { inline.End(err) }

// Must returns the value of a call, or ends the cell as Check does if its error is not nil:
//
//	m := notebook.Must(igbo.Load(notebook.Engine(), "forecaster"))
func Must[T any](value T, err error) T {
	inline.End(err)
	return value
}
