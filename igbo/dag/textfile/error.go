package textfile

import "fmt"

// Error is an error at a place in a file.
type Error struct {
	Package      string // that read the file
	File         string
	Line, Column int // from 1; column 0: unknown
	Message      string
}

// shownMessage is the length at which Error cuts a message, which may quote the file.
const shownMessage = 400

// Error writes package: file:line:column: message.
func (e *Error) Error() string {
	place := fmt.Sprintf("line %d", e.Line)
	if e.File != "" {
		place = fmt.Sprintf("%s:%d", e.File, e.Line)
		if e.Column > 0 {
			place += fmt.Sprintf(":%d", e.Column)
		}
	}
	return fmt.Sprintf("%s: %s: %s", e.Package, place, Clip(e.Message, shownMessage))
}

// Clip cuts a text to n characters, the last of which is then an ellipsis.
func Clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
