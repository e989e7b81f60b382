package stateful

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestSurvives checks that the values persist after a cell fails.
func TestSurvives(t *testing.T) {
	n := open(t)
	n.run("x := 42\nvar none *struct{ a [10]int }\nvar table map[string]int")
	for _, c := range []struct{ code, want string }{
		{"panic(\"no\")", "! panic panic: no"},
		{"none.a[3]++", "invalid memory address"},
		{"table[\"a\"] = 1", "assignment to entry in nil map"},
		{"[]int{}[x]", "index out of range [42] with length 0"},
		{"os.Exit(3)", "! exit"},
		{"log.Fatal(\"over\")", "! exit"},
		{"go func() { panic(\"apart\") }()\ntime.Sleep(time.Hour)", "panic: apart"},
		{"go os.Exit(4)\nselect {}", "! exit"},
		{"runtime.Goexit()", ""},
		{"type fails struct{}\nfunc (fails) Error() string { panic(1) }\npanic(fails{})", "! panic panic: main.fails (its method panics)"},
		{"type leaves struct{}\nfunc (leaves) Error() string { runtime.Goexit(); return \"\" }\npanic(leaves{})", "! panic panic: main.leaves (its method ended the goroutine)"},
		{"type exits struct{}\nfunc (exits) String() string { os.Exit(3); return \"\" }\npanic(exits{})", "! panic panic: main.exits (its method ended the goroutine)"},
		{"defer func() { fmt.Println(recover()) }()\npanic(1)", "1\n"},
		{"func deep(n int) int { var a [64]int; a[n%64] = n; if n == 0 { return 0 }; return deep(n-1) + a[n%64] - n + 1 }\ndeep(100000)", "100000\n"},
	} {
		start := time.Now()
		if got := n.run(c.code); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%q gave %q, expected %q", c.code, got, c.want)
		}
		if d := time.Since(start); d > 5*time.Minute {
			t.Errorf("%q took %v", c.code, d)
		}
		if got := n.run("x"); got != "42\n" {
			t.Fatalf("after %q x is %q", c.code, got)
		}
	}
}

// TestPanicThatWaits checks that an interrupt ends a cell whose panic is blocked in the method that describes its value.
func TestPanicThatWaits(t *testing.T) {
	n := open(t)
	n.abandon("", "type waits struct{}\nfunc (waits) Error() string { select {} }\npanic(waits{})")
	n.expect([2]string{"1 + 1", "2\n"})
}

// TestDiesBesidePrograms checks that a process counts as ended although a program that it started keeps its standard output open.
func TestDiesBesidePrograms(t *testing.T) {
	n := open(t)
	started := n.run("keeps := exec.Command(\"sleep\", \"1000\")\nkeeps.Stdout, keeps.Stderr = os.Stdout, os.Stderr\nif err := keeps.Start(); err != nil { panic(err) }\nkeeps.Process.Pid")
	pid, err := strconv.Atoi(strings.TrimSpace(started))
	if err != nil {
		t.Fatal(started)
	}
	program := must.Of(os.FindProcess(pid)).In(t)
	t.Cleanup(func() { _ = program.Kill() }) // it ends once it writes, which sleep never does
	if got := n.run("fmt.Println(\"last words\")\nsyscall.Kill(os.Getpid(), syscall.SIGKILL)\nselect {}"); !strings.HasPrefix(got, "last words\n! died") {
		t.Error(got)
	}
	n.expect([2]string{"1 + 1", "2\n"})
}

// TestPlaces checks that a panic names the cell and the line.
func TestPlaces(t *testing.T) {
	n := open(t)
	n.run("\n\nfunc bad(i int) int {\n\treturn []int{1}[i]\n}")
	if got := n.run("y := 1\nbad(y)"); !strings.Contains(got, "/stateful/cell_1.go:4") || !strings.Contains(got, "/stateful/cell_2.go:2") {
		t.Error(got)
	}
	for code, want := range map[string]string{
		"y := 1\nz := y +": "line 2", "y := 1\n\nbada(y)": "line 3: undefined: bada (did you mean bad?)", "fmt.Printn(1)": "undefined: fmt.Printn", "var s string = y": "cannot use y",
	} {
		if got := n.run(code); !strings.Contains(got, want) {
			t.Errorf("%q gave %q, expected %q", code, got, want)
		}
	}
}

// TestInterrupt checks that an interrupt ends loops, library calls and waits, and that the values persist.
func TestInterrupt(t *testing.T) {
	n := open(t)
	n.run("x := 42\nrows := make([][]float64, 300)")
	for _, code := range []string{
		"for { x = 42 }", "for i := 0; ; i++ { }", "select {}", "for { time.Sleep(time.Second) }", "<-make(chan int)",
		"for { sort.Float64s(make([]float64, 100000)) }", "for { regexp.MustCompile(\"(a|b)*c\").MatchString(strings.Repeat(\"ab\", 10000)) }",
		"m := map[int]int{}\nfor i := 0; ; i++ { m[i%1000] = i }", "for { _, _ = json.Marshal(rows) }",
		"big.NewInt(3).Exp(big.NewInt(3), big.NewInt(100000000), nil)",
		"for { func() { defer func() { recover() }(); for { x = 42 } }() }",
	} {
		start := time.Now()
		if got := n.interrupt(code); !strings.Contains(got, "! interrupted") && !strings.Contains(got, "! abandoned") {
			t.Errorf("%q gave %q", code, got)
		}
		t.Logf("%.30q was compiled, run and ended in %v", code, time.Since(start))
		if got := n.run("x"); got != "42\n" {
			t.Fatalf("after %q x is %q", code, got)
		}
	}
}

// TestDies checks that a fatal error is reported with what is lost, and that the next cell runs.
func TestDies(t *testing.T) {
	n := open(t)
	n.run("x := 42")
	r, err := n.Run(context.Background(), 2, "syscall.Kill(os.Getpid(), syscall.SIGKILL)\nselect {}")
	if err != nil || r.End != Died || strings.Join(r.Lost, " ") != "x" {
		t.Errorf("%+v, %v", r, err)
	}
	if got := n.run("x"); !strings.Contains(got, "undefined: x") {
		t.Error(got)
	}
	n.expect([2]string{"x := 7\nx", "7\n"})
	for code, want := range map[string]string{
		"var f func(int) int\nf = func(i int) int { return f(i+1) + 1 }\nf(0)":                                 "fatal error: stack overflow (a function called itself without end)",
		"runtime.GOMAXPROCS(8)\nm := map[int]int{}\nfor range 8 { go func() { for { m[1]++ } }() }\nselect {}": "fatal error: concurrent map writes (two goroutines used a map at the same time: guard it with a sync.Mutex)",
	} {
		r, err := n.Run(context.Background(), 9, code)
		if err != nil || r.End != Died || r.Text != want {
			t.Errorf("%q: %s %s, %v, expected %q", code, r.End, r.Text, err, want)
		}
	}
}

// TestEndsBefore checks that variables that a failed cell did not reach are not declared, and that earlier variables of another type stay.
// Those that its functions use are reported.
func TestEndsBefore(t *testing.T) {
	n := open(t)
	n.expect([][2]string{
		{"a := 1\nb := []int{}[a]\nc := 3", "! panic panic: runtime error: index out of range [1] with length 0…"},
		{"a", "1\n"}, {"b", "! cell [3], line 1: undefined: b…"}, {"c", "! cell [4], line 1: undefined: c…"},
		{"c := \"c\"\nc", "c\n"},
		{"os.Exit(2)\nc := 4", "! exit…"}, {"c", "c\n"},
		{"func later() int { return d + 1 }\npanic(a)\nd := 4", "(d has no value, because the cell ended before it was set)\n! panic…"}, {"later()", "1\n"},
		{"var e = a + 1\nvar f = []int{}[e]\nvar g = f + 1", "! panic…"}, {"e", "2\n"}, {"g", "! cell [12], line 1: undefined: g…"},
		{"h := 5; func() {\npanic(h)\n}(); i := 6", "! panic…"}, {"h", "5\n"},
		{"defer func() { panic(7) }()\nk := 8", "! panic…"}, {"k", "8\n"},
	}...)
	if got := n.interruptAfter("l := 9\n", "for { l++; runtime.Gosched() }\nm := 10"); !strings.HasPrefix(got, "! interrupted") {
		t.Error(got)
	}
	n.expect([2]string{"l > 8", "true\n"})
	n.abandon("", "<-make(chan int)\nm := 10")
	if got := n.run("m"); !strings.Contains(got, "undefined: m") {
		t.Error(got)
	}
}

// TestDeclaredAgain checks that dependants of a change are compiled again, and reported.
func TestDeclaredAgain(t *testing.T) {
	n := open(t)
	n.expect([][2]string{
		{"func helper() string { return \"old\" }\nfunc caller() string { return \"caller: \" + helper() }\nkept := caller\ncaller()", "caller: old\n"},
		{"func helper() string { return \"new\" }\nfmt.Println(caller(), kept())", "caller: new caller: old\n(compiled again: caller)\n(may still use old versions: kept (caller))\n"},
		{"func helper() string { return \"new\" }\ncaller()", "caller: new\n"},
		{"type acc struct{ total int }\nfunc (a *acc) Add(n int) { a.total += n }\nfunc mk() *acc { return &acc{7} }\nac := mk()\nvar old any = ac\nac.Add(1)\nac.total", "8\n"},
		{"ac.Add(1)\nac.total", "9\n"},
		{"type acc struct{ name string; total int }\n_, same := old.(*acc)\nsame", "false\n(gone: ac (its type has changed))\n(does not compile any more: mk (cannot use 7 (untyped int constant) as string value in struct literal))\n(may still use old versions: old (acc))\n"},
		{"a2 := &acc{total: 3}\na2.Add(2)\na2.total", "5\n"},
		{"func (a *acc) Twice() { a.total *= 2 }\na3 := acc{total: 4}\na3.Twice()\na3.Add(1)\na3.total", "9\n(compiled again: acc)\n(may still use old versions: old (acc))\n"},
		{"func add(a, b int) int { return a + b }\nfunc sum() int { return add(1, 2) }\nsum()", "3\n"},
		{"func add(a, b, c int) int { return a + b + c }", "(does not compile any more: sum (not enough arguments in call to add\n\thave (number, number)\n\twant (int, int, int)))\n"},
		{"type box[T any] struct{ v T }\nfunc (b box[T]) Get() T { return b.v }\nbx := box[int]{4}\nbx.Get()", "4\n"},
		{"type box[T any] struct{ v, w T }\nfunc (b box[T]) Get() T { return b.w }\ntype outer struct{ box[string] }\no := outer{box[string]{\"a\", \"b\"}}\no.Get()", "b\n(gone: bx (its type has changed))\n"},
		{"type inner struct{ n int }\ntype whole struct{ inner }\nw := whole{inner{3}}\nw.n", "3\n"},
		{"type inner struct{ n, m int }\nw2 := whole{inner: inner{3, 4}}\nw2.inner.m", "4\n(compiled again: whole)\n(gone: w (its type has changed))\n"},
		{"const size = 3\nvar grid [size]int\nlen(grid)", "3\n"},
		{"%%\nlocal := 5\nfmt.Println(local)", "5\n"},
		{"local", "! cell [17], line 1: undefined: local"},
		{"var p, q = q + 1, 4\n", ""},
		{"fmt.Println(p, q)", "5 4\n"},
		{"func main() { fmt.Println(\"main\") }", "main\n"},
		{"rand := 4\nrand", "4\n"},
	}...)
}

// TestWithoutSpace checks that a cell is refused with a message if nothing can be written, as on a full disk. Values persist, and once
// there is space cells run again, including one that needs a new method table.
func TestWithoutSpace(t *testing.T) {
	n := open(t)
	if got := n.run("x := 42\ntype says int\nfunc (says) String() string { return fmt.Sprint(x) }"); got != "" {
		t.Fatal(got)
	}
	for i, block := range []struct{ name, away string }{{imagesFile, "images.away"}, {tablesFile, "tables.away"}, {"", ".away"}, {"index", "index.away"}} {
		at, away := filepath.Join(n.Folder, block.name), filepath.Join(n.Folder, block.away)
		if block.name == "" {
			away = n.Folder + block.away
		}
		err := os.Rename(at, away)
		if err == nil && block.name != "" {
			err = os.Mkdir(at, 0o700)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := n.run("x = 0\nfmt.Println(any(says(x)).(fmt.Stringer))"); !strings.HasPrefix(got, "! stateful: ") || strings.Contains(got, "goroutine") {
			t.Errorf("without room for %q: %s", block.name, got)
		}
		if block.name != "" {
			err = os.Remove(at)
		}
		if err = errors.Join(err, os.Rename(away, at)); err != nil {
			t.Fatal(err)
		}
		if got, want := n.run("x++\nfmt.Println(any(says(x)).(fmt.Stringer))"), fmt.Sprintln(43+i); got != want {
			t.Errorf("with room for %q again: %q, want %q", block.name, got, want)
		}
	}
}
