package notebook

import (
	"errors"
	"fmt"
	"html"
	"reflect"
	"strings"

	"github.com/igbolab/igbolab/igbo/notebook/value"
	"github.com/igbolab/igbolab/plots/inline"
)

// Limits of the chain of an error.
const (
	longestChain = 20
	deepestChain = 10
)

// redStyle is readable on light and on dark pages. A front end's theme has its own red.
const redStyle = `color:var(--jp-error-color1,var(--vscode-errorForeground,#e0444a));white-space:pre-wrap;overflow-wrap:anywhere;` +
	`font-family:var(--jp-code-font-family,monospace);border-left:4px solid;padding:2px 10px`

// failure shows an error as a value: its text, then each error that it wraps on its own line.
func failure(err error) error {
	lines := chain(nil, err, 0)
	text := strings.Join(lines, "\n")
	return inline.Display(inline.Content{
		Text: "error: " + text,
		HTML: `<div role="note" aria-label="error" style="` + redStyle + `">` + html.EscapeString(text) + `</div>`,
	})
}

// chain appends an error and those that it wraps. A wrapped one has its type before its text.
func chain(lines []string, err error, depth int) []string {
	if err == nil {
		return lines
	}
	if len(lines) == longestChain || depth == deepestChain {
		if lines[len(lines)-1] != "…" {
			lines = append(lines, "…")
		}
		return lines
	}
	text, failed := value.Text(reflect.ValueOf(err))
	if failed != nil {
		text += fmt.Sprintf(" (%v)", failed)
	}
	if depth > 0 {
		text = strings.Repeat("  ", depth) + "← " + value.TypeName(reflect.TypeOf(err)) + ": " + strings.ReplaceAll(text, "\n", " ")
	}
	lines = append(lines, text)
	for _, wrapped := range unwrapped(err) {
		lines = chain(lines, wrapped, depth+1)
	}
	return lines
}

// unwrapped lists the errors that an error wraps. A method Unwrap that panics wraps nothing.
func unwrapped(err error) (list []error) {
	v := reflect.ValueOf(err)
	if value.Nil(v) {
		return nil
	}
	_ = value.Call(v, "Unwrap", func() {
		if several, is := err.(interface{ Unwrap() []error }); is {
			list = several.Unwrap()
		} else if one := errors.Unwrap(err); one != nil {
			list = []error{one}
		}
	})
	return list
}
