package inline

import (
	"fmt"
	"html"
	"io"
	"os"
	"runtime"
	"strings"
)

// End ends the program with an error, in a notebook its cell: what was displayed
// arrives, progress bars stop, the error stands on standard error with its place in
// package main, which in a notebook is the cell and its line, and the exit status is 1.
// It returns for a nil error.
func End(err error) {
	if err == nil {
		return
	}
	stopBars()
	_ = arrive() // nobody could be told
	report(os.Stderr, err, place())
	os.Exit(1)
}

// report writes an error and its place, if it is known, in one piece. The lines of the
// error after its first are indented, which tells them from what was printed before.
func report(out io.Writer, err error, place string) {
	text := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "\n  ") + "\n"
	if place != "" {
		text += "\t" + place + "\n"
	}
	_, _ = io.WriteString(out, text)
}

// place is file and line of the innermost call in package main, "" where there is none.
func place() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, "main.") {
			return fmt.Sprintf("%s:%d", frame.File, frame.Line)
		}
		if !more {
			return ""
		}
	}
}

// Fail shows an error where a figure or a table would be, and in a notebook ends
// the cell as End does, so that it fails even where its caller drops the error; else
// it returns the error. It is nil for nil.
func Fail(err error) error {
	if err == nil || !shown() {
		return err
	}
	_ = Content{Text: "error: " + err.Error(), HTML: errorBox(err)}.send("") // End says it again
	End(err)
	return err
}

// errorBox is an error as a block of HTML.
func errorBox(err error) string {
	return `<div role="alert" style="max-width:100%;box-sizing:border-box;overflow-wrap:anywhere;white-space:pre-wrap;` +
		`padding:6px 12px;border:1px solid #d55e00;border-left-width:6px;color:inherit">` + html.EscapeString(err.Error()) + `</div>`
}
