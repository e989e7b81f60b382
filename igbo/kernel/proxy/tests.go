package proxy

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// testsOf returns the tests and benchmarks that parts of a cell declare, in order, and the line of the first.
func testsOf(parts []magic.Part) (names []string, line int) {
	found := map[string]int{}
	for _, part := range parts {
		maps.Copy(found, cells.Tested(part.Code))
	}
	names = slices.SortedFunc(maps.Keys(found), func(a, b string) int { return cmp.Compare(found[a], found[b]) })
	if len(names) == 0 {
		return nil, 1
	}
	return names, found[names[0]]
}

// planTests adds a step that runs the tests of a cell at its end. With %test in a cell without tests, or with a pattern, it runs the tests
// of the session.
func (p *proxy) planTests(c *cell, parts []magic.Part) {
	names, line := testsOf(parts)
	if len(names) == 0 && c.testing == nil {
		return
	}
	session, _ := offers[executor.Package](p) // for programs it is nil
	c.steps = append(c.steps, func() {
		pattern := ""
		if c.testing != nil {
			pattern = *c.testing
		}
		if len(names) == 0 || pattern != "" {
			names = session.Tests()
		}
		if len(names) == 0 {
			p.close(c, refusal("%test found no test (declare func TestName(t *testing.T), or func BenchmarkName(b *testing.B) for a benchmark)"))
			return
		}
		p.test(c, pattern, names, line)
	})
}

// test runs tests in the process.
func (p *proxy) test(c *cell, pattern string, names []string, line int) {
	var list strings.Builder
	for _, name := range names {
		fmt.Fprintf(&list, ", notebook.Tested{Name: %q, Function: %s}", name, name)
	}
	code := fmt.Sprintf("%snotebook.Test(%q%s)", strings.Repeat("\n", line-1), pattern, list.String())
	p.execute(c, &p.statefulSession, executor.Cell{Code: code}, p.outputOf(c), p.statefulEnded(c, code))
}

// testProgram reports whether %test makes its cell a program, because it has flags of go test.
func testProgram(line string) bool {
	return slices.ContainsFunc(magic.Words(line), func(word string) bool { return strings.HasPrefix(word, "-") })
}
