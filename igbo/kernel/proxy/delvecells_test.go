//go:build unix

package proxy

import (
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestBreakpointsCells checks cells that are difficult for debuggers: values of many types, ends of all kinds, endless output, requests
// while the program runs.
func TestBreakpointsCells(t *testing.T) {
	d := startDebugger(t, OutputVariable+"=1000000")
	setup := "type ring struct{ next *ring; n int }\nr := &ring{n: 6}\nr.next = &ring{r, 7}\ntype pair[K comparable, V any] struct { Key K; Val V }\nfunc (p pair[K, V]) Show() string { return fmt.Sprint(p.Key, p.Val) }\nps := []pair[string, time.Time]{{\"a\", time.Unix(5, 0).UTC()}}\nm := map[string]map[int][]float64{\"x\": {1: {math.Inf(1)}}}\nvar anon struct{ A int; B []struct{ C string } }\nanon.A = 3\ntype Celsius float64\nfunc (c Celsius) String() string { return fmt.Sprintf(\"%.1f°\", float64(c)) }\nconst boiling Celsius = 100\nvar temp Celsius = 21\nconn, err := net.Dial(\"tcp\", \"256.0.0.1:1\")\nvar mu sync.Mutex\nbig := make([]float64, 1<<20)\nbig[7] = 8\nwords := [3]string{\"p\", \"q\"}\nq := &temp\nb := strings.Builder{}"
	if e := d.end(d.run(setup)); e.status != "ok" {
		t.Fatalf("%+v", e)
	}
	for _, c := range []struct{ code, stdout, stderr, status, value, shown string }{
		{code: "fmt.Println(r.next.n, r.next.next == r, ps[0].Show(), m, anon, temp, boiling, big[7], len(big), words)\nfmt.Println(err == nil, conn == nil, q == nil)", stdout: "7 true a1970-01-01 00:00:05 +0000 UTC map[x:map[1:[+Inf]]] {3 []} 21.0° 100.0° 8 1048576 [p q ]\ntrue true true\n", stderr: "cannot be copied: conn, err, q]"},
		{code: "fmt.Println(1)\nvar s string\nn, e := fmt.Scan(&s)\nfmt.Println(n, e)", stdout: "1\n0 EOF\n"},
		{code: "fmt.Println(2)\nos.Exit(0)", stdout: "2\n"},
		{code: "fmt.Println(3)\nos.Exit(3)", stdout: "3\n", status: "error", value: "exit status 3"},
		{code: "fmt.Println(4)\nlog.Fatal(\"bad\")", stdout: "4\n", status: "error", value: "exit status 1", stderr: "bad"},
		{code: "fmt.Println(5)\nnotebook.Display(notebook.HTML(\"<b>x</b>\"))\nfor i := range 3 { notebook.Display(i) }", stdout: "5\n", shown: "<b>x</b>"},
		{code: "fmt.Println(6)\nfor range 20000 { fmt.Println(\"0123456789012345678901234567890123456789012345678901234567890\") }", stderr: "the cell has sent more than 1 MB"},
		{code: "fmt.Println(7)\nrand := rand.New(rand.NewSource(1))\nrand.Intn(1)", stdout: "7\n", shown: "0"},
		{code: "fmt.Println(8)\nvar wg sync.WaitGroup\nwg.Go(func() { fmt.Println(\"in\") })\nwg.Wait()\ndefer fmt.Println(\"last\")", stdout: "8\nin\nlast\n"},
		{code: "fmt.Println(9)\nmu.Lock()\nb.WriteString(\"x\")\nfmt.Println(b.String())", stdout: "9\nx\n"},
		{code: "fmt.Println(10)\ngo func() { panic(\"in a goroutine\") }()\ntime.Sleep(time.Minute)", stdout: "10\n", status: "error", value: "cell [12], line 2: in a goroutine"},
	} {
		d.set(c.code, 1)
		cell := d.run(c.code)
		d.stopped(cell)
		d.ask("continue", map[string]any{"threadId": 1})
		if strings.Contains(c.code, "panic") {
			d.stopped(cell)
			d.ask("continue", map[string]any{"threadId": 1})
		}
		e := d.end(cell)
		for len(d.events) > 0 {
			<-d.events
		}
		if c.status == "" {
			c.status = "ok"
		}
		if c.stdout != "" && e.stdout != c.stdout || e.status != c.status || !strings.Contains(e.stderr, c.stderr) || !strings.Contains(e.value, c.value) || !strings.Contains(e.shown, c.shown) {
			e.stdout = e.stdout[:min(300, len(e.stdout))]
			t.Errorf("%q: %+v", c.code, e)
		}
	}
	code := "fmt.Println(1)\nfor i := 0; ; i++ {\n\ttime.Sleep(time.Millisecond)\n}"
	d.set(code, 1)
	cell := d.run(code)
	d.stopped(cell)
	d.ask("continue", map[string]any{"threadId": 1})
	d.set(code, 3) // while it runs
	d.stopped(cell)
	d.set(code)
	d.ask("continue", map[string]any{"threadId": 1})
	d.ask("pause", map[string]any{"threadId": 1})
	d.stopped(cell)
	d.ask("continue", map[string]any{"threadId": 1})
	if err := d.k.Interrupt(d.Context()); err != nil {
		t.Fatal(err)
	}
	if e := d.end(cell); e.value != "the cell was interrupted" {
		t.Errorf("%+v", e)
	}
	usable(t, d.k, "all")
	pid, err := strconv.Atoi(strings.TrimSpace(d.end(d.run("fmt.Println(os.Getpid())")).stdout))
	if err != nil || syscall.Kill(pid, syscall.SIGKILL) != nil {
		t.Fatal(pid, err)
	}
	code = "fmt.Println(r.n)"
	d.set(code, 1)
	if e := d.end(d.run(code)); !strings.Contains(e.value, "the process of stateful cells has ended") {
		t.Errorf("after the end of the process: %+v", e)
	}
	usable(t, d.k, "the end of the process")
}
