package livepage

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/compose"
	statefulcells "github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// Cell is a code cell of a notebook.
type Cell struct {
	Code string
	// Blocks lists the sliders and lists in its outputs.
	Blocks []Block
}

// errCells reports that the problem is in the notebook.
var errCells = errors.New("does not compile")

// composed returns the program that runs those cells of a notebook whose positions, from 0, are its arguments.
func composed(cells []Cell, chosen []int) (text string, err error) {
	var n compose.Notebook
	var main strings.Builder
	main.WriteString("%%\nfor _, igbolabCell := range os.Args[1:] {\nswitch igbolabCell {\n")
	for i, c := range cells {
		head, body, _, _ := statefulcells.Cut(c.Code)
		if _, err := n.Program(head, i+1); err != nil {
			return "", fmt.Errorf("%w: %w", errCells, err)
		}
		n.Keep()
		if slices.Contains(chosen, i) {
			fmt.Fprintf(&main, "case \"%d\":\nfunc() {\n%s\n}()\n", i, body)
		}
	}
	main.WriteString("}\n}\ninline.Park()\n")
	p, err := n.Program(main.String(), len(cells)+1)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errCells, err)
	}
	return p.Text, nil
}
