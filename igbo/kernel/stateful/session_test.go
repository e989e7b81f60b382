package stateful

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// notebook is a session of a test, and the output of its cells.
type notebook struct {
	*Session
	transcript
	t     testing.TB
	cells int
	last  Result

	goroutines int // of the process, before programs run
}

func open(t testing.TB, env ...string) *notebook {
	t.Helper()
	m := making(t)
	n := &notebook{t: t, Session: &Session{doomed: showStacks}}
	must.Do(t, n.Start(m, Options{Folder: t.TempDir(), Dir: t.TempDir(), Env: env, Listener: n.listener()}))
	t.Cleanup(n.Close)
	return n
}

// showStacks makes a process print the stacks of its goroutines, and waits for a moment.
func showStacks(pid int) {
	if p, err := os.FindProcess(pid); err == nil && p.Signal(syscall.SIGQUIT) == nil { // one that has ended prints nothing
		time.Sleep(time.Second)
	}
}

// reports reports whether the running cell has printed a text.
func (n *notebook) reports(text string) bool { return strings.Contains(n.text(), text) }

// run runs a cell and returns its output, followed by how it failed if it did.
func (n *notebook) run(code string) string {
	n.t.Helper()
	n.begin()
	n.cells++
	r, err := n.Run(n.t.Context(), n.cells, code)
	n.last = r
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

// expect runs cells and compares their results. A result that ends in an ellipsis is a prefix.
func (n *notebook) expect(cells ...[2]string) {
	n.t.Helper()
	for _, c := range cells {
		got := n.run(c[0])
		if begin, part := strings.CutSuffix(c[1], "…"); got != c[1] && !(part && strings.HasPrefix(got, begin)) {
			n.t.Errorf("%q gave\n%q, expected\n%q", c[0], got, c[1])
		}
	}
}

// TestValuesPersist checks that values persist between cells.
func TestValuesPersist(t *testing.T) {
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

// TestZeroSession checks the methods of a session whose process has not been started.
func TestZeroSession(t *testing.T) {
	s := &Session{}
	s.Interrupt()
	s.EndInput()
	s.Parts("a", 1)
	if s.Begun() || s.Runs() || s.PID() != 0 || s.Deliver("a", 1) || len(s.Tests())+len(s.Saved()) > 0 || s.InputPipe() != "" {
		t.Error("it has a process")
	}
	if values, err := s.View().Variables(t.Context()); len(values) > 0 || err != nil {
		t.Errorf("%v, %v", values, err)
	}
	_, arranged := s.Arrange(t.Context(), message.Change{})
	_, started := s.Started()
	for _, err := range []error{arranged, started, s.Input("x")} {
		if !errors.Is(err, ErrEnded) {
			t.Error(err)
		}
	}
	if program, missing := s.Program("x := 1", false); program != "%%\nx := 1\n_ = x\n" || len(missing) > 0 {
		t.Errorf("%q, %v", program, missing)
	}
	s.Close()
}
