//go:build unix

package proxy

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestTestsInCells checks that the tests of a cell run with it, that %test runs those of the session, and that a failure fails the cell
// with its log.
func TestTestsInCells(t *testing.T) {
	k := startStatefulKernel(t)
	runLines(t, k, []line{
		{code: "func half(i int) int { return i / 2 }"},
		{code: "calls := 0\nfunc TestHalf(t *testing.T) {\n\tcalls++\n\tif got := half(4); got != 2 {\n\t\tt.Errorf(\"half(4) = %d\", got)\n\t}\n}", shown: "TestHalf"},
		{code: "calls", shown: "1"},
		{code: "func half(i int) int { return i }"},
		{code: "%test", fault: "failed: TestHalf"},
		{code: "func TestPanic(t *testing.T) {\n\tvar m map[string]int\n\tm[\"a\"] = 1\n}", fault: "cell [6], line 1: failed: TestPanic"},
		{code: "func TestExit(t *testing.T) { os.Exit(3) }", fault: "exit status 3"},
		{code: "func BenchmarkHalf(b *testing.B) {\n\tfor b.Loop() {\n\t\thalf(3)\n\t}\n}", shown: "allocs/op"},
		{code: "%test Half$", fault: "failed: TestHalf"},
		{code: "%test Nothing", fault: "no test or benchmark matches"},
		{code: "%test a b", fault: "%test needs one pattern, got 2"},
		{code: "func half(i int) int { return i / 2 }"},
		{code: "%test TestHalf\nfunc TestOther(t *testing.T) {}", shown: "TestHalf"},
		{code: "calls", shown: "4"},
		{code: "%test -test.v\nfunc TestProgram(t *testing.T) { t.Log(half(8)) }", stdout: "PASS: TestProgram"},
		{code: "func TestPrints(t *testing.T) { fmt.Println(\"printed\") }", shown: "passed", stdout: "printed\n"},
		{code: "fmt.Println(\"shown\")", stdout: "shown\n"},
		{code: "%reset", stdout: "are removed"},
		{code: "%test", fault: "%test found no test"},
	})
	if e := execute(t, k, "func TestLog(t *testing.T) {\n\tt.Log(\"a\")\n\tt.Error(\"b\")\n}"); !strings.Contains(strings.Join(e.Traceback, "\n"), "cell [20], line 3: b") || !strings.Contains(shown(e), "failed") {
		t.Errorf("%+v", e)
	}
}

// TestTestInterrupted checks that an endless test can be interrupted, and that later cells print and run tests.
func TestTestInterrupted(t *testing.T) {
	k := startStatefulKernel(t)
	done := make(chan wire.Execution, 1)
	asked := make(chan bool, 1)
	k.Input = func(string, bool) string { asked <- true; return "" }
	go func() {
		done <- execute(t, k, "func TestEndless(t *testing.T) {\n\tvar line string\n\tfmt.Scanln(&line)\n\tselect {}\n}")
	}()
	<-asked
	if err := k.Interrupt(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e := <-done; e.ErrorName != explain.Interrupted {
		t.Errorf("%+v", e)
	}
	runLines(t, k, []line{
		{code: "fmt.Println(\"printed\")", stdout: "printed\n"},
		{code: "func TestFine(t *testing.T) {}", shown: "passed"},
	})
}
