package live

import (
	"strings"
	"testing"
)

// notebook is a session of a test, and what its cells printed.
type notebook struct {
	*Session
	transcript
	t     testing.TB
	cells int
}

func open(t testing.TB, env ...string) *notebook {
	t.Helper()
	m := making(t)
	n := &notebook{t: t}
	s, err := m.New(Options{Folder: t.TempDir(), Dir: t.TempDir(), Env: env, Listener: n.listener()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	n.Session = s
	return n
}

// says tells whether the cell that runs has printed a text.
func (n *notebook) says(text string) bool { return strings.Contains(n.text(), text) }

// run runs a cell and returns what it printed, and how it ended where that is not well.
func (n *notebook) run(code string) string {
	n.t.Helper()
	n.begin()
	n.cells++
	r, err := n.Run(n.t.Context(), n.cells, code)
	out := n.text()
	for _, note := range r.Notes {
		out += "(" + note + ")\n"
	}
	if err != nil {
		return out + "! " + err.Error()
	}
	if r.End != "done" {
		out += "! " + r.End + " " + r.Text
	}
	return out
}

// expect runs cells, each with what it has to say, or how that has to begin where an ellipsis ends it.
func (n *notebook) expect(cells ...[2]string) {
	n.t.Helper()
	for _, c := range cells {
		got := n.run(c[0])
		if begin, part := strings.CutSuffix(c[1], "…"); got != c[1] && !(part && strings.HasPrefix(got, begin)) {
			n.t.Errorf("%q gave\n%q, expected\n%q", c[0], got, c[1])
		}
	}
}

// TestValuesLive is the purpose.
func TestValuesLive(t *testing.T) {
	n := open(t)
	n.expect([][2]string{
		{"x := 42", ""},
		{"x", "42\n"},
		{"x++\nfmt.Println(x)", "43\n"},
		{"s := []string{\"a\"}\nm := map[string]int{\"k\": x}\ns = append(s, \"b\")", ""},
		{"fmt.Println(s, m)", "[a b] map[k:43]\n"},
		{"type point struct{ X, y int }\nfunc (p *point) Move(d int) { p.X += d }\np := &point{1, 2}\np.Move(x)\np.X", "44\n"},
		{"f := func() int { p.Move(1); return p.X }\nf()", "45\n"},
		{"fmt.Println(f(), p.X, p.y)", "46 46 2\n"},
		{"ch := make(chan int)\ngo func() { for i := 0; ; i++ { ch <- i } }()", ""},
		{"<-ch", "0\n"},
		{"fmt.Println(<-ch, <-ch)", "1 2\n"},
		{"x := fmt.Sprint(x, \"!\")", ""},
		{"x", "43!\n"},
		{"func twice[T any](f func(T) T, v T) T { return f(f(v)) }\nfunc double(i int) int { return 2 * i }", ""},
		{"twice(double, 3)", "12\n"},
		{"var a, err = strconv.Atoi(\"12\")\nconst k = 1.5\na, err = a+1, nil\nfmt.Println(a, err, k)", "13 <nil> 1.5\n"},
		{"b, err := strconv.Atoi(\"7\")\nfloat64(b) * k", "10.5\n"},
	}...)
}
