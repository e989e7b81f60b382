package stateful

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// vet checks the format strings of a cell while the compiler runs. It returns a function that waits for the findings.
func (s *Session) vet(unit *cells.Unit, number int) (notes func() []string) {
	found := make(chan []string, 1)
	go func() {
		var all []string
		for _, w := range s.checker.Printf(unit.Source, s.cells) {
			if cell, known := cells.CellOf(w.File); known && cell == number {
				all = append(all, fmt.Sprintf("go vet: cell [%d], line %d: %s", cell, w.Line, cells.Plain(w.Text)))
			}
		}
		found <- all
	}()
	return func() []string { return <-found }
}
