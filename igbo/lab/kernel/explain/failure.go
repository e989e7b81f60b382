package explain

import (
	"fmt"
	"regexp"
	"strings"
)

// Failure is why a cell failed, as front ends show it.
type Failure struct {
	Status    string   `json:"status,omitempty"`
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// Told is a failure of one line.
func Told(name, value string) Failure {
	return Failure{Name: name, Value: value, Traceback: []string{Red + value + Plain}}
}

// Names of failures.
const (
	CompileError = "CompileError"
	Panicked     = "Panic"
	Ended        = "Exit"
	Checked      = "Error"
	Interrupted  = "Interrupted"
)

// Colours of a traceback.
const (
	Red   = "\x1b[1;31m"
	Faint = "\x1b[2m"
	Plain = "\x1b[0m"
)

// shownLines bounds the lines of a failure; a message may hold a whole matrix.
const shownLines = 60

// Bounds of what a failure says, in bytes; a message may hold a whole matrix in one line.
const (
	longestValue = 500
	longestLine  = 4000
)

func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + " …"
}

// Shortened is the failure without what is too long to be shown.
func (f Failure) Shortened() Failure {
	f.Value = cut(f.Value, longestValue)
	for i, line := range f.Traceback {
		if len(line) > longestLine {
			f.Traceback[i] = cut(line, longestLine) + Plain
		}
	}
	return f
}

var exitLine = regexp.MustCompile(`^(?:\^C\n)?((?:exit status \d+|signal: [^\n]+))\n?$`)

// IsExit tells what is said of a program that has ended.
func IsExit(text string) bool { return exitLine.MatchString(text) }

// Bounded is the failure with as many lines as are shown.
func (f Failure) Bounded() Failure {
	if n := len(f.Traceback); n > shownLines {
		f.Traceback = append(f.Traceback[:shownLines:shownLines], fmt.Sprintf("… and %d lines more", n-shownLines))
	}
	return f
}
