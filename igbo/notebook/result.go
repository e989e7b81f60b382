package notebook

import "github.com/igbolab/igbolab/plots/inline"

// Result shows the value of a cell's last expression as Display does, and the kernel numbers the
// output as Out[n]. Only the kernel calls it.
func Result(values ...any) {
	inline.Result()
	Display(values...)
}

// ClearOutput removes the output of the cell so far. If wait is set, it does so when the next
// output arrives, which avoids flicker. Outside a notebook, it does nothing.
func ClearOutput(wait bool) { inline.Clear(wait) }
