// Package refusal checks in tests that invalid input is refused with an error that explains the problem.
package refusal

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Check fails the test unless err contains want. The arguments what describe the case, if want does not.
func Check(tb testing.TB, err error, want string, what ...any) {
	tb.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		tb.Error(append(what, fmt.Sprintf("error %v, want one with %q", err, want))...)
	}
}

// allowed matches the words with which an error names the values that are allowed, or what to do.
var allowed = regexp.MustCompile(`expected|want|must|require|unknown|unsupported|needs?\b|use |too (large|many|few|much)|only for|cannot`)

// Allowed reports whether the text of an error names the values that are allowed, or what to do.
func Allowed(text string) bool { return allowed.MatchString(text) }

// OfFile fails the test unless an error about the content of a file can be printed on a terminal: it must begin with one of the prefixes,
// and quote text of the file.
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
