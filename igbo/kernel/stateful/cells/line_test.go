package cells

import (
	"slices"
	"testing"
)

// TestCut checks that kernel lines begin with !, % or ?, and that everything else keeps its position. A line is Go if it is indented, or
// inside a comment, a raw string, brackets or an unfinished expression.
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
		{"s := `\n%d of\n!x\n`\n!ls", "s := `\n%d of\n!x\n`\n   ", "", 0, nil, []string{"!ls"}},
		{"/*\n%cd x\n*/\n%cd y", "/*\n%cd x\n*/\n     ", "", 0, nil, []string{"%cd y"}},
		{"ok := a &&\n!b\n!ls", "ok := a &&\n!b\n   ", "", 0, nil, []string{"!ls"}},
		{"f(\n!b)\nx++\n!ls", "f(\n!b)\nx++\n   ", "", 0, nil, []string{"!ls"}},
		{"!echo a \\\n  b\nx", "         \n   \nx", "", 0, nil, []string{"!echo a    b"}},
		{"%%\n!ls\nx++", "", "   \nx++", 1, []string{}, []string{"!ls"}},
		{"%main\n!ls\nx++", "", "   \nx++", 1, []string{}, []string{"!ls"}},
		{"x?\n?fmt.Println\nm.a??\nx", "  \n            \n     \nx", "", 0, nil, []string{"x?", "?fmt.Println", "m.a??"}},
		{"s := `\n%%\n`\nx", "s := `\n%%\n`\nx", "", 0, nil, nil},
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
