package notebook

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots/inline"
)

// Tested is a test or a benchmark with its name. Function is a func(*testing.T) or a func(*testing.B).
type Tested struct {
	Name     string
	Function any
}

// Test runs tests and benchmarks and shows a table of the results. The pattern selects them by
// name, like -run of go test; an empty pattern selects all. If a test fails, Test ends the cell
// with the logs. The kernel calls it in stateful cells; elsewhere, use go test.
func Test(pattern string, all ...Tested) {
	r, err := runTests(pattern, all)
	if err == nil {
		err = r.show()
	}
	if err == nil {
		err = r.failure()
	}
	inline.End(err)
}

// tested holds the results of tests.
type tested struct {
	tests, benchmarks [][]string // rows of tables
	units             []string   // results of benchmarks
	failed            []string
	logs              map[string]*strings.Builder
}

func runTests(pattern string, all []Tested) (*tested, error) {
	first, _, _ := strings.Cut(pattern, "/")
	selects, err := regexp.Compile(first)
	if err != nil {
		return nil, fmt.Errorf("notebook: reading the pattern of tests: %w", err)
	}
	var tests []testing.InternalTest
	var benchmarks []testing.InternalBenchmark
	for _, one := range all {
		switch f := one.Function.(type) {
		case func(*testing.T):
			if selects.MatchString(one.Name) {
				tests = append(tests, testing.InternalTest{Name: one.Name, F: func(t *testing.T) { begun(); defer recovered(t); f(t) }})
			}
		case func(*testing.B):
			if selects.MatchString(one.Name) {
				benchmarks = append(benchmarks, testing.InternalBenchmark{Name: one.Name, F: func(b *testing.B) { begun(); defer recovered(b); f(b) }})
			}
		default:
			return nil, fmt.Errorf("notebook: %s must be a func(*testing.T) or a func(*testing.B), not %T", one.Name, one.Function)
		}
	}
	if len(tests)+len(benchmarks) == 0 {
		return nil, fmt.Errorf("notebook: no test or benchmark matches %q", pattern)
	}
	if err := prime(); err != nil {
		return nil, err
	}
	r := &tested{logs: map[string]*strings.Builder{}}
	if len(tests) > 0 {
		r.readTests(printedBy(map[string]string{"test.run": pattern, "test.v": "test2json"}, func() { testing.RunTests(regexp.MatchString, tests) }))
	}
	if len(benchmarks) > 0 {
		if pattern == "" {
			pattern = "."
		}
		r.readBenchmarks(printedBy(map[string]string{"test.bench": pattern, "test.benchmem": "true", "test.v": "false"}, func() { testing.RunBenchmarks(regexp.MatchString, benchmarks) }))
	}
	if len(r.tests)+len(r.benchmarks)+len(r.failed) == 0 {
		return nil, fmt.Errorf("notebook: no test or benchmark matches %q", pattern)
	}
	return r, nil
}

// recovered turns a panic of a test into a failure.
func recovered(t testing.TB) {
	if r := recover(); r != nil {
		t.Helper()
		t.Errorf("panic: %v\n%s", r, panicLines())
	}
}

// panicLines returns the lines of the stack that are in cells.
func panicLines() string {
	var b strings.Builder
	for line := range strings.Lines(string(debug.Stack())) {
		if place := cellPlace.FindString(line); place != "" {
			b.WriteString("in " + place + "\n")
		}
	}
	return b.String()
}

// show shows the tables.
func (r *tested) show() error {
	if len(r.tests) > 0 {
		if err := table(tabulate.Table{Header: []string{"test", "outcome", "time"}, Rows: r.tests}); err != nil {
			return err
		}
	}
	if len(r.benchmarks) > 0 {
		return table(tabulate.Table{Header: append([]string{"benchmark"}, r.units...), Rows: r.benchmarks})
	}
	return nil
}

// failure returns an error with the logs of the failed tests, or nil.
func (r *tested) failure() error {
	if len(r.failed) == 0 {
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "failed: %s\n", strings.Join(r.failed, ", "))
	for _, name := range r.failed {
		if log := r.logs[name]; log != nil {
			b.WriteString(cellPlace.ReplaceAllString(log.String(), "cell [$1], line $2"))
		}
	}
	return errors.New(b.String())
}
