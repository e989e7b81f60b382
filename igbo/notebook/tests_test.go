package notebook

import (
	"fmt"
	"strings"
	"testing"
)

// TestTests checks outcomes, logs and numbers of tests and benchmarks.
func TestTests(t *testing.T) {
	all := []Tested{
		{"TestGood", func(t *testing.T) { fmt.Println("printed by a good test"); t.Run("part a", func(t *testing.T) {}) }},
		{"TestBad", func(t *testing.T) {
			fmt.Println("printed")
			t.Log("logged")
			t.Run("part", func(t *testing.T) { t.Error("wrong") })
		}},
		{"TestSkipped", func(t *testing.T) { t.Skip("no reason") }},
		{"TestPanics", func(t *testing.T) { panic("boom") }},
		{"TestFatal", func(t *testing.T) { t.Fatal("the end") }},
		{"BenchmarkA", func(b *testing.B) {
			for b.Loop() {
				_ = make([]byte, b.N%2+100)
			}
			b.ReportMetric(7, "things/op")
		}},
		{"BenchmarkBad", func(b *testing.B) { b.Fatal("no benchmark") }},
	}
	r, err := runTests("Test", all)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, row := range r.tests {
		rows = append(rows, row[0]+" "+row[1])
	}
	if got := strings.Join(rows, ", "); got != "TestGood/part_a passed, TestGood passed, TestBad/part failed, TestBad failed, TestSkipped skipped, TestPanics failed, TestFatal failed" {
		t.Error(got)
	}
	text := r.failure().Error()
	for _, want := range []string{"failed: TestBad/part, TestBad, TestPanics, TestFatal\n", "logged\n", "wrong\n", "panic: boom\n", "the end\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	if strings.Contains(text, "good test") || strings.Contains(text, "no reason") {
		t.Error(text)
	}
	if r, err = runTests("TestBad/par", all); err != nil || len(r.tests) != 2 || len(r.benchmarks) != 0 {
		t.Errorf("%+v %v", r, err)
	}
	if r, err = runTests("Benchmark", all); err != nil || len(r.benchmarks) != 1 || len(r.failed) != 1 || r.failed[0] != "BenchmarkBad" || !strings.Contains(r.failure().Error(), "no benchmark") {
		t.Fatalf("%+v %v", r, err)
	}
	for i, unit := range []string{"ns/op", "things/op", "B/op", "allocs/op"} {
		if r.units[i] != unit || r.benchmarks[0][i+1] == "" {
			t.Errorf("%q %q", r.units, r.benchmarks)
		}
	}
	for pattern, want := range map[string]string{"Nothing": `matches "Nothing"`, "TestGood/no": "", "(": "missing closing )"} {
		if _, err := runTests(pattern, all); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", pattern, err)
		}
	}
	if _, err := runTests("", []Tested{{"TestX", 3}}); err == nil {
		t.Error("a number is a test")
	}
}
