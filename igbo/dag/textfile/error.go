package textfile

import "fmt"

// Error is an error at a position in a file.
type Error struct {
	Package      string // that reads the file
	File         string
	Line, Column int // from 1; column 0 is unknown
	Message      string
}

// shownMessage is the length to which Error truncates a message, which may quote the file.
const shownMessage = 400

// Error formats the error as package: file:line:column: message.
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

// Clip truncates a text to n characters, the last of which is an ellipsis.
func Clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
