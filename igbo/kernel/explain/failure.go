package explain

import (
	"fmt"
	"regexp"
	"strings"
)

// Failure describes why a cell failed, as front ends show it.
type Failure struct {
	Status    string   `json:"status,omitempty"`
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// Reported returns a failure of one line.
func Reported(name, value string) Failure {
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

// shownLines is the maximum number of lines of a failure. A message can contain a whole matrix.
const shownLines = 60

// Limits of the text of a failure, in bytes. A message can contain a whole matrix in one line.
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

// Shortened returns the failure without parts that are too long to show.
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

// IsExit reports whether a text is the message about a program that has ended.
func IsExit(text string) bool { return exitLine.MatchString(text) }

// Bounded returns the failure with at most as many lines as are shown.
func (f Failure) Bounded() Failure {
	if n := len(f.Traceback); n > shownLines {
		f.Traceback = append(f.Traceback[:shownLines:shownLines], fmt.Sprintf("… and %d lines more", n-shownLines))
	}
	return f
}
