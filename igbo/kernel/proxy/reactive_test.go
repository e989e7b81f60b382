//go:build unix

package proxy

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// notebookPage is a page that shows the outputs of a cell's last request, as JupyterLab does.
type notebookPage struct {
	t       *testing.T
	shell   *wire.Link
	key     []byte
	session string
	next    func() *wire.Message
	cells   map[string]string // by the request
	shows   map[string]string // by the cell
	last    map[string]string // the last request of each cell
}

func openPage(t *testing.T, k *wire.Kernel, session string) *notebookPage {
	t.Helper()
	c := connectionOf(t, k)
	shell, err := wire.Dial(c, c.ShellPort, session)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(shell.Close)
	return &notebookPage{t: t, shell: shell, key: []byte(c.Key), session: session, next: watch(t, c), cells: map[string]string{}, shows: map[string]string{}, last: map[string]string{}}
}

// send sends the request to run a cell.
func (p *notebookPage) send(cell, code string, deleted ...string) *wire.Message {
	p.t.Helper()
	m, err := wire.NewMessage("execute_request", p.session, nil, map[string]any{
		"code": code, "silent": false, "store_history": cell != "", "user_expressions": struct{}{}, "allow_stdin": false, "stop_on_error": true,
	})
	if err == nil && cell != "" {
		m.Metadata, err = json.Marshal(map[string]any{"cellId": cell, "deletedCells": append([]string{}, deleted...), "trusted": true})
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.cells[m.Header.ID], p.last[cell] = cell, m.Header.ID
	p.shows[cell] = ""
	p.shell.Send(wire.Encode(m, p.key)) // nobody reads the replies
	return m
}

// run runs a cell and waits until it and the cells that it causes to run have ended. It returns what the cell shows.
func (p *notebookPage) run(cell, code string, deleted ...string) string {
	p.t.Helper()
	first := p.send(cell, code, deleted...)
	p.until(first)
	p.until(p.send("", "// it runs after what the cell makes run"))
	return p.shows[cell]
}

// until handles outputs until a cell has ended.
func (p *notebookPage) until(request *wire.Message) {
	for {
		m := p.next()
		cell, known := p.cells[m.Parent.ID]
		var content struct {
			Text, Ename, Evalue string
			Data                map[string]string
		}
		switch _ = json.Unmarshal(m.Content, &content); {
		case m.State() == "idle" && m.Parent.ID == request.Header.ID:
			return
		case !known || p.last[cell] != m.Parent.ID:
		case m.Header.Type == "clear_output":
			p.shows[cell] = ""
		case strings.HasSuffix(m.Header.Type, "display_data") && content.Data["text/plain"] == "":
			p.shows[cell] += m.Header.Type + "\n"
		default:
			p.shows[cell] += content.Text + content.Evalue + content.Data["text/plain"]
		}
	}
}

// has checks what a cell shows.
func (p *notebookPage) has(cell, want string) {
	p.t.Helper()
	if got := p.shows[cell]; got != want {
		p.t.Errorf("cell %s shows %q, want %q", cell, got, want)
	}
}

// TestStale checks that a note names the cells that used what a cell changed, and that %stale lists them.
func TestStale(t *testing.T) {
	k := startStatefulKernel(t)
	p := openPage(t, k, "page")
	for _, c := range [][3]string{
		{"f", "func f() int { return 1 }", ""},
		{"x", "x := 10", ""},
		{"y", "y := x + f()\nfmt.Println(y)", "11\n"},
		{"z", "fmt.Println(y)", "11\n"},
		{"s", "%stale", "no cell is stale\n"},
		{"f", "func f() int { return 1 }", ""},
		{"f", "func f() int { return 2 }", "[3] used an earlier version of f\n"},
		{"s", "%stale", "[3] used an earlier version of f\n[4] used y of [3], which is stale\n"},
		{"y", "y := x + f()\nfmt.Println(y)", "12\n[4] used an earlier version of y\n"},
		{"z", "fmt.Println(y)", "12\n"},
		{"s", "%stale", "no cell is stale\n"},
		{"x", "x := 20", "[9] used an earlier version of x\n"},
		{"p", "%live off\n", "each cell is a program; %live on makes cells stateful\n"},
		{"s", "%stale", "%stale needs stateful cells (%live on)"},
		{"p", "%live on", "variables persist between cells; %who lists them, %reset removes them, %live off makes each cell a program\n"},
	} {
		if got := p.run(c[0], c[1]); got != c[2] {
			t.Errorf("%s, %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
	all := []*wire.Message{p.send("x", "x := 30"), p.send("y", "y := x\nfmt.Println(y)"), p.send("z", "fmt.Println(y)")}
	p.until(all[2])
	p.has("x", "")
	p.has("y", "30\n")
	const status = "gonbui.UpdateHTML(\"status\", \"<b>first</b>\")\ngonbui.UpdateHTML(\"status\", \"<b>second</b>\")"
	for range 2 { // the second time the page has an empty output, so there is nothing to update
		if got := p.run("d", status); got != "display_data\nupdate_display_data\n" {
			t.Errorf("a display with an id: %q", got)
		}
	}
	if e := execute(t, k, "%stale"); e.ErrorValue != "%stale needs a front end that identifies cells, such as JupyterLab" {
		t.Errorf("%+v", e)
	}
}

// TestReactive checks that cells that used what a cell changed run again in order, with their outputs below them. Cells that fail, form a
// cycle or belong to a reloaded page do not run automatically.
func TestReactive(t *testing.T) {
	k := startStatefulKernel(t)
	p := openPage(t, k, "page")
	p.run("r", "%reactive on")
	p.run("a", "a := 1")
	p.run("d", "fmt.Println(\"d\", a)") // the first that uses a, in the order of runs
	p.run("b", "b := a * 10\nb")
	p.run("c", "if b > 50 { panic(\"large\") }\nc := b + a\nfmt.Println(\"c\", c)")
	p.run("e", "fmt.Println(\"e\", c)")
	p.run("l", "total := 0\ntotal += a")
	p.run("n", "!echo shell\nfmt.Println(\"n\", a)")
	if got := p.run("a", "a := 2"); got != "" {
		t.Errorf("a shows %q", got)
	}
	for cell, want := range map[string]string{"d": "d 2\n", "b": "20", "c": "c 22\n", "e": "e 22\n", "n": "shell\nn 2\n"} {
		p.has(cell, want)
	}
	p.run("a", "a := 9")
	for cell, want := range map[string]string{"d": "d 9\n", "b": "90", "c": "cell [5], line 1: large", "e": "e 22\n"} {
		p.has(cell, want)
	}
	if got := p.run("s", "%stale"); got != "[6] used c of [5], which failed\n" {
		t.Errorf("%q", got)
	}
	if got := p.run("a", "a := nosuch"); got == "" {
		t.Error("a does not fail")
	}
	p.run("a", "a := 1")
	for cell, want := range map[string]string{"d": "d 1\n", "c": "c 11\n", "e": "e 11\n"} {
		p.has(cell, want)
	}
	p.send("w", "for a > 100 {\n\ttime.Sleep(time.Millisecond)\n}\nfmt.Println(\"w\", a)")
	endless := p.send("a", "a := 101")
	p.until(endless)
	for p.next().State() != "busy" { // the first cell that runs again
	}
	for p.shows["w"] == "w 1\n" { // until w does
		if m := p.next(); m.Header.Type == "clear_output" && p.cells[m.Parent.ID] == "w" {
			p.shows["w"] = ""
		}
	}
	if err := k.Interrupt(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.until(p.send("", "// after the interrupt"))
	if got := p.shows["w"]; !strings.Contains(got, "interrupted") {
		t.Errorf("w shows %q", got)
	}
	p.run("a", "a := 2")
	p.has("d", "d 2\n")
	p.run("w", "1")
	p.run("a", "a := 1")
	again := openPage(t, k, "the page, loaded again")
	if got := again.run("a", "a := 3"); got != "[3], [4], [5], [7] and [8] used an earlier version of a\n" {
		t.Errorf("%q", got)
	}
	if got := again.run("s", "%stale"); !strings.HasPrefix(got, "[3] used an earlier version of a (the page was reloaded since it ran: run it yourself)\n[4] ") {
		t.Errorf("%q", got)
	}
	again.run("d", "fmt.Println(\"d\", a)")
	again.run("a", "a := 4")
	again.has("d", "d 4\n")
}

// TestReactiveCircle checks that cells in a dependency cycle do not run automatically, and that users of a deleted cell's function fail.
func TestReactiveCircle(t *testing.T) {
	p := openPage(t, startStatefulKernel(t), "page")
	p.run("r", "%reactive on")
	p.run("x", "x := 1")
	p.run("y", "y := x + 1\nfmt.Println(\"y\", y)")
	p.run("f", "func double(i int) int { return 2 * i }")
	p.run("g", "fmt.Println(double(y))")
	p.run("u", "fmt.Println(later)")
	if got := p.run("v", "later := \"now\""); got != "" {
		t.Errorf("%q", got)
	}
	p.has("u", "now\n")
	p.run("t", "func TestDouble(t *testing.T) {\n\tif double(1) != 2 {\n\t\tt.Error(\"wrong\")\n\t}\n}")
	if got := p.run("z", "x = y + 1"); got != "" { // it runs after y
		t.Errorf("%q", got)
	}
	if got := p.run("y", "y := x + 1\nfmt.Println(\"y\", y)"); got != "y 4\n[5] and [9] used an earlier version of y\n" {
		t.Errorf("%q", got)
	}
	p.has("g", "4\n")
	if got := p.run("s", "%stale"); got != "[5] used an earlier version of y (run [9] first)\n[9] used an earlier version of y (it depends on itself through other cells: run it yourself)\n" {
		t.Errorf("%q", got)
	}
	if got := p.run("o", "1", "f", "z"); got != "[does not compile any more: TestDouble (undefined: double)]\n1" {
		t.Errorf("%q", got)
	}
	if got := p.shows["g"]; !strings.Contains(got, "undefined: double") {
		t.Errorf("%q", got)
	}
	if got := p.run("f", "func double(i int) int { return 3 * i }"); got != "[compiled again: TestDouble]\n" {
		t.Errorf("%q", got)
	}
	p.has("g", "12\n")
	if got := p.shows["t"]; !strings.Contains(got, "failed: TestDouble") {
		t.Errorf("%q", got)
	}
}
