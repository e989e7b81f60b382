package complete

import "testing"

func TestCompleteness(t *testing.T) {
	for _, c := range []struct{ code, status, indent string }{
		{"", "complete", ""},
		{"%%\nfmt.Println(1)", "complete", ""},
		{"%%", "incomplete", ""},
		{"%%\nfor i := range 3 {", "incomplete", "\t"},
		{"%%\nfor i := range 3 {\n\tfmt.Println(i)", "incomplete", "\t"},
		{"%%\nfor i := range 3 {\n\tfmt.Println(i)\n}", "complete", ""},
		{"func f() {", "incomplete", "\t"},
		{"func f() int { return 1 }", "complete", ""},
		{"var a = `raw", "incomplete", ""},
		{"/* a comment", "incomplete", ""},
		{"var a = 1 +", "incomplete", ""},
		{"import (\n\t\"fmt\"", "incomplete", "\t"},
		{"func f( {}", "incomplete", ""},
		{"func f( {}\n\n", "invalid", ""},
		{"func f) {}", "invalid", ""},
		{"fmt.Println(1)", "complete", ""},
		{"func ) {", "invalid", ""},
		{"f(a]", "invalid", ""},
		{"%%\nx := )", "invalid", ""},
		{"!ls", "complete", ""},
		{"!ls \\", "incomplete", ""},
		{"%reset", "complete", ""},
		{"%%time\nfunc f() {}", "complete", ""},
		{"%%bash\nls", "incomplete", ""},
		{"%%bash\nls\n", "complete", ""},
		{"%main\nx := 1\n_ = x", "complete", ""},
		{"!ls\n%%\ni++", "complete", ""},
		{"import \"fmt\"\n%% -flag=1\nfmt.Println(1)", "complete", ""},
	} {
		status, indent := Status(c.code)
		if status != c.status || indent != c.indent {
			t.Errorf("%q: %s, indent %q, expected %s, %q", c.code, status, indent, c.status, c.indent)
		}
	}
}

// TestStateful checks that a cell that mixes statements and declarations is complete if cells are stateful.
func TestStateful(t *testing.T) {
	for code, want := range map[string]string{
		"x := 1": "complete", "x": "complete", "func f() int { return 1 }\nf()": "complete", "for i := range 3 {": "incomplete", "x := 1 +": "incomplete",
		"x := )": "invalid", "func f) {}": "invalid", "!ls\nx++": "complete", "x := 1\n%%\nx++": "complete", "type T struct {": "incomplete",
	} {
		if got, _ := Status(code); got != want {
			t.Errorf("%q is %s, expected %s", code, got, want)
		}
	}
}
