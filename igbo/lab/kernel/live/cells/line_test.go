package cells

import (
	"slices"
	"testing"
)

// TestCut: commands are lines that begin with ! or %, and all else keeps its place. What is indented is Go's: an expression or a
// text that goes on.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		code, head, body string
		main             int
		arguments        []string
		commands         []string
	}{
		{"x := 1", "x := 1", "", 0, nil, nil},
		{"!ls -l\nx := 1\n", "      \nx := 1\n", "", 0, nil, []string{"!ls -l"}},
		{"var a int\n%% --n 3\r\na = 1", "var a int\n", "a = 1", 2, []string{"--n", "3"}, nil},
		{"%main\nf()", "", "f()", 1, []string{}, nil},
		{"ok := a &&\n\t!b\ns := `\n  %d of`", "ok := a &&\n\t!b\ns := `\n  %d of`", "", 0, nil, nil},
		{"%%\nf()\n%%\ng()", "", "f()\n  \ng()", 1, []string{}, []string{"%%"}},
		{"%%bash\r\nls", "      \r\nls", "", 0, nil, []string{"%%bash"}},
	} {
		head, body, main, arguments := Cut(c.code)
		if head != c.head || body != c.body || main != c.main || !slices.Equal(arguments, c.arguments) {
			t.Errorf("%q: head %q, body %q, line %d, arguments %q", c.code, head, body, main, arguments)
		}
		plain, commands := WithoutCommands(c.code)
		if len(plain) != len(c.code) || !slices.Equal(commands, c.commands) {
			t.Errorf("%q: %q without commands %q", c.code, plain, commands)
		}
	}
}
