package cells

import (
	"errors"
	"strings"
	"testing"
)

// TestRefused checks that incomplete cells, and cells that need a compiler option, are reported as faults. So are names that disappear
// because of a change in the same cell.
func TestRefused(t *testing.T) {
	s := NewSession(nil)
	u, err := s.Prepare(1, "w := 1\nfunc useW() int { return w }")
	if err != nil {
		t.Fatal(err)
	}
	u.Commit(0)
	for _, c := range []struct{ code, want string }{
		{"/* open", "cell [2], line 1: comment not terminated"},
		{"x := 1\n/* open\n", "cell [2], line 2: comment not terminated"},
		{"%%\n/* open", "cell [2], line 2: comment not terminated"},
		{"func f() int\nf()", "cell [2], line 1: missing function body"},
		{"//go:embed a.txt\nvar s string", "//go:embed needs the go command"},
		{"//go:linkname now runtime.nanotime\nfunc now() int64", "//go:linkname needs the go command"},
		{"w := \"a\"\nuseW()", "cell [2], line 2: undefined: useW (the changes of this cell remove it: cannot use w (variable of type string) as int value in return statement)"},
		{"_ = `\n//go:embed a.txt\n`", ""},
		{"/*\n//go:embed a.txt\n*/", ""},
	} {
		_, err := s.Prepare(2, c.code)
		if got := errorText(err); got != c.want {
			t.Errorf("%q: %q, want %q", c.code, got, c.want)
		}
		if foreign := (Foreign{}); errors.As(err, &foreign) != strings.HasPrefix(c.want, "//go:") {
			t.Errorf("%q: %T", c.code, err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
