package livepage

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/compose"
	livingcells "github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
)

// Cell is a code cell of a notebook.
type Cell struct {
	Code string
	// Blocks are the sliders and lists that its outputs hold.
	Blocks []Block
}

// errCells tells that the fault is the notebook's.
var errCells = errors.New("does not compile")

// composed is the program that runs those of a notebook's cells whose places are its arguments. Places are from 0.
func composed(cells []Cell, chosen []int) (text string, err error) {
	var n compose.Notebook
	var main strings.Builder
	main.WriteString("%%\nfor _, igbolabCell := range os.Args[1:] {\nswitch igbolabCell {\n")
	for i, c := range cells {
		head, body, _, _ := livingcells.Cut(c.Code)
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
