package stateful

import "testing"

// TestLastExpressionsAreDisplayed checks that the kernel displays any value of a last expression, and that an error value does not make the
// cell fail.
func TestLastExpressionsAreDisplayed(t *testing.T) {
	n := open(t)
	n.expect([][2]string{
		{"func two() (int, error) { return 5, errors.New(\"late\") }\ntwo()", "5\nerror: late\n"},
		{"errors.New(\"gone\")", "error: gone\n"},
		{"two", "func() (int, error) main.two\n"},
		{"func two() int { return 2 }\ntwo", "func() int main.two\n"},
		{"add := func(i int) int { return i + 1 }\nfmt.Sprintf(\"%T\", add)", "func(int) int\n"},
		{"var p *int\nvar m map[string]int\np, m = nil, nil\np", "(*int)(nil)\n"},
		{"[]string{\"a b\", \"c\"}", "[\"a b\" \"c\"]\n"},
		{"type point struct{ x, y int }\n&point{1, 2}", "&main.point\nfield  value\nx      1\ny      2\n\n"},
		{"type point struct{ x, y, z int }\n(*point)(nil)", "(*main.point)(nil)\n"},
		{"type tag struct{ name string }\nfunc (t *tag) HTML() string { return \"<b>\" + t.name + \"</b>\" }\ntag{\"bold\"}", "bold\n"},
		{"type bad struct{ n int }\nfunc (bad) String() string { panic(\"no text\") }\n[]any{bad{1}}", "[{n:1}]\n(the method String of main.bad panicked: no text)\n"},
		{"loop := []any{1, nil}\nloop[1] = loop\nloop", "[1 (contains itself: []any)]\n"},
		{"notebook.Markdown(\"**x**\")", "**x**\n"},
	}...)
}
