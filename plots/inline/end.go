package inline

import (
	"fmt"
	"html"
	"io"
	"os"
	"runtime"
	"strings"
)

// End ends the program with exit status 1 and prints the error to standard error; in a notebook, it
// ends the cell. Before that, it waits until all output has arrived and stops the progress bars. It
// prints the location of the innermost call in package main, which in a notebook is the cell and
// its line. If err is nil, End returns.
func End(err error) {
	if err == nil {
		return
	}
	stopBars()
	_ = arrive() // there is nowhere to report this error
	report(os.Stderr, err, place())
	os.Exit(1)
}

// report writes an error and, if known, its location, in one call. It indents all but the first
// line of the error, to separate the error from earlier output.
func report(out io.Writer, err error, place string) {
	text := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "\n  ") + "\n"
	if place != "" {
		text += "\t" + place + "\n"
	}
	_, _ = io.WriteString(out, text)
}

// place returns the file and line of the innermost call in package main, or "" if there is none.
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

// Fail displays an error instead of a figure or table. In a notebook, it ends the cell as [End]
// does, so the cell fails even if the caller ignores the error. Outside a notebook, it displays
// nothing and returns the error. If err is nil, Fail returns nil.
func Fail(err error) error {
	if err == nil || !shown() {
		return err
	}
	_ = Content{Text: "error: " + err.Error(), HTML: errorBox(err)}.send("") // End prints the error as well
	End(err)
	return err
}

// errorBox returns the error as an HTML block.
func errorBox(err error) string {
	return `<div role="alert" style="max-width:100%;box-sizing:border-box;overflow-wrap:anywhere;white-space:pre-wrap;` +
		`padding:6px 12px;border:1px solid #d55e00;border-left-width:6px;color:inherit">` + html.EscapeString(err.Error()) + `</div>`
}
