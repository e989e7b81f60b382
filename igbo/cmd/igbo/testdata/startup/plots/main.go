// An empty cell of a notebook that links the figures.
package main

import (
	"flag"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/igbolab/igbolab/plots"
)

var (
	_ = plots.Show
	_ = gonbui.IsNotebook
)

func main() { flag.Parse() }
