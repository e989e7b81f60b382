// Package refusal checks in tests that what is wrong is refused, and that the error says so.
package refusal

import (
	"fmt"
	"strings"
	"testing"
)

// Check fails the test unless err says want; what names the case, where want does not.
func Check(tb testing.TB, err error, want string, what ...any) {
	tb.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		tb.Error(append(what, fmt.Sprintf("error %v, want one with %q", err, want))...)
	}
}
