package stateful

import (
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// TestArrange checks that a directory and variables reach the cells, and a process that replaces another.
func TestArrange(t *testing.T) {
	n := open(t)
	dir := t.TempDir()
	if got := n.run("os.Chdir(\"/\")\nos.Setenv(\"OWN\", \"cell\")"); got != "" {
		t.Fatal(got)
	}
	if now, err := n.Arrange(t.Context(), message.Change{}); err != nil || now.Dir != "/" || !strings.Contains(strings.Join(now.Env, "\n")+"\n", "OWN=cell\n") {
		t.Fatalf("%v: %+v", err, now)
	}
	if _, err := n.Arrange(t.Context(), message.Change{Dir: dir, Set: []string{"SIZE=a=b"}}); err != nil {
		t.Fatal(err)
	}
	const ask = "dir, _ := os.Getwd()\nfmt.Print(dir, \" \", os.Getenv(\"SIZE\"), \" \", os.Getenv(\"OWN\"))"
	if got := n.run(ask); got != dir+" a=b cell" {
		t.Errorf("%q", got)
	}
	for _, c := range []message.Change{{Dir: "/no/such"}, {Set: []string{"=x"}}} {
		if _, err := n.Arrange(t.Context(), c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	if err := n.Reset(); err != nil {
		t.Fatal(err)
	}
	if got := n.run(ask); got != dir+" a=b " {
		t.Errorf("%q after a reset", got)
	}
}

// TestInput checks that a cell reads its input, that the next one gets another standard input, and that the end of the input only affects
// its cell.
func TestInput(t *testing.T) {
	n := open(t)
	give := func(text string) {
		go func() {
			for n.execution() == 0 {
				time.Sleep(time.Millisecond)
			}
			if text == "" {
				n.EndInput()
			} else if err := n.Input(text); err != nil {
				t.Error(err)
			}
		}()
	}
	give("one two\nthree\n")
	if got := n.run("var word string\nfmt.Scan(&word)\nfmt.Print(word)"); got != "one" {
		t.Errorf("%q", got)
	}
	give("next\n")
	if got := n.run("line, err := bufio.NewReader(os.Stdin).ReadString('\\n')\nfmt.Print(line, err)"); got != "next\n<nil>" {
		t.Errorf("%q", got)
	}
	give("")
	if got := n.run("_, err = fmt.Scan(&word)\nfmt.Print(err)"); got != "EOF" {
		t.Errorf("%q", got)
	}
	give("again\n")
	if got := n.run("_, err = fmt.Scan(&word)\nfmt.Print(word, err)"); got != "again<nil>" {
		t.Errorf("%q", got)
	}
}

// TestOneNumber checks that several parts of a cell run under its number.
func TestOneNumber(t *testing.T) {
	n := open(t)
	for i, code := range []string{"x := 1", "x++\nfunc f() int { return x }", "fmt.Print(f())\npanic(x)"} {
		n.begin()
		r, err := n.Run(t.Context(), 7, code)
		if err != nil || i < 2 && r.End != message.Done || i == 2 && (n.text() != "2" || !strings.Contains(r.Text, "cell_7.go:2")) {
			t.Errorf("part %d: %v %+v %q", i, err, r, n.text())
		}
	}
}
