package notebook

import "github.com/igbolab/igbolab/plots/inline"

// Result shows the value of a cell's last expression as Display does, and the kernel numbers it: Out[n]. The kernel calls it.
func Result(values ...any) {
	inline.Result()
	Display(values...)
}

// ClearOutput removes what the cell has shown so far: at once, or, with wait, when its next output arrives, which avoids a
// visible gap. Outside of a notebook it does nothing.
func ClearOutput(wait bool) { inline.Clear(wait) }
