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

// TestFormatValue checks that a slider shows short values exactly.
func TestFormatValue(t *testing.T) {
	for v, want := range map[float64]string{1600: "1600", 0.25: "0.25", -3: "-3", 1e6: "1e+06", 1.0 / 3: "0.333", 123456.75: "1.23e+05"} {
		if got := formatValue(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
