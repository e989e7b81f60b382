package inline

import (
	"errors"
	"strings"
	"testing"
)

// TestReport checks that the lines of an error are grouped and followed by its location.
func TestReport(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("a"), "a\n\tmain.go:3\n"},
		{errors.Join(errors.New("a %d"), errors.New("b"), errors.New("")), "a %d\n  b\n\tmain.go:3\n"},
		{errors.New("a\n"), "a\n\tmain.go:3\n"},
	} {
		var out strings.Builder
		report(&out, c.err, "main.go:3")
		if out.String() != c.want {
			t.Errorf("%q, want %q", out.String(), c.want)
		}
	}
}
