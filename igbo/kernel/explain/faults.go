package explain

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// Quote returns a line of a cell, and a mark below its column if that is not 0.
func (c *Cells) Quote(at Place, column int) []string {
	text, known := c.Line(at)
	if !known {
		return nil
	}
	number := fmt.Sprintf("%5d | ", at.Line)
	quoted := []string{Faint + number + Plain + text}
	if column > 0 && column <= len(text)+1 {
		indent := strings.Map(func(r rune) rune {
			if r == '\t' {
				return r
			}
			return ' '
		}, text[:column-1])
		quoted = append(quoted, Faint+"      | "+Plain+indent+Red+"^"+Plain)
	}
	return quoted
}

// Faults returns a failure with what the checker or the compiler found.
func (c *Cells) Faults(all cells.Faults) Failure {
	f := Failure{Name: CompileError, Value: all[0].Error()}
	if len(all) > 1 {
		f.Value += fmt.Sprintf(" (and %d more)", len(all)-1)
	}
	for _, one := range all {
		at := Place{one.Cell, one.Line}
		f.Traceback = append(f.Traceback, Red+at.String()+": "+one.Text+Plain)
		f.Traceback = append(f.Traceback, c.Quote(at, one.Column)...)
	}
	return f.Bounded()
}

// FoundEnd ends a message about a bracket that is never closed. The line number in this
// message is the program's last line, which does not identify the bracket.
const FoundEnd = "found 'EOF'"

// WithHint adds a hint that the compiler cannot give.
func WithHint(message string) string {
	switch {
	case strings.HasPrefix(message, "expected declaration, found "):
		return message + " (put statements below a line with %%)"
	case strings.HasSuffix(message, FoundEnd):
		return message + " (the cell ends here, and a brace above is not closed)"
	}
	return message
}
