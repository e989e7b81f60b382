// Package refusal checks in tests that what is wrong is refused, and that the error says so.
package refusal

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Check fails the test unless err says want; what names the case, where want does not.
func Check(tb testing.TB, err error, want string, what ...any) {
	tb.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		tb.Error(append(what, fmt.Sprintf("error %v, want one with %q", err, want))...)
	}
}

// OfFile fails the test unless an error about a file's content is what a terminal may print: it begins with one of these, and what it
// tells of the file is quoted. Lines are where it tells several faults.
func OfFile(tb testing.TB, err error, begins ...string) {
	tb.Helper()
	text, begun := err.Error(), false
	for _, b := range begins {
		begun = begun || strings.HasPrefix(text, b)
	}
	odd := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) })
	if !begun || odd >= 0 || !utf8.ValidString(text) || strings.Contains(text, "runtime error") {
		tb.Fatalf("error %q, want one that begins with %q and holds nothing that no terminal shows (character %d)", text, begins, odd)
	}
}
