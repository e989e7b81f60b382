package notebook

import (
	"regexp"
	"strings"
)

// testLine matches a line that package testing prints about a test, and benchmarkLine one about a benchmark.
var (
	testLine      = regexp.MustCompile(`^(===|---) ([A-Z]+):? +(\S*)(?: \((.*)s\))?$`)
	benchmarkLine = regexp.MustCompile(`^(Benchmark\S*?)(?:-\d+)?\s+\d+\t(.*)$`)
	cellPlace     = regexp.MustCompile(`cell_(\d+)\.go:(\d+)`)
)

// readTests parses the output of package testing for tests.
func (r *tested) readTests(text []byte) {
	current := ""
	for line := range strings.Lines(string(text)) {
		before, mark, marked := strings.Cut(line, "\x16")
		if before != "" {
			r.log(current, before)
		}
		m := testLine.FindStringSubmatch(strings.TrimSuffix(mark, "\n"))
		if !marked || m == nil {
			continue
		}
		if current = m[3]; m[1] == "---" {
			outcome := map[string]string{"PASS": "passed", "SKIP": "skipped", "FAIL": "failed"}[m[2]]
			r.tests = append(r.tests, []string{m[3], outcome, m[4] + " s"})
			if m[2] == "FAIL" {
				r.failed = append(r.failed, m[3])
			}
		}
	}
}

// readBenchmarks parses the output of package testing for benchmarks: pairs of a number and its unit.
func (r *tested) readBenchmarks(text []byte) {
	current := ""
	var rows []map[string]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if name, is := strings.CutPrefix(line, "--- FAIL: "); is {
			current, _, _ = strings.Cut(name, "-")
			r.failed = append(r.failed, current)
			continue
		}
		m := benchmarkLine.FindStringSubmatch(line)
		if m == nil {
			r.log(current, line+"\n")
			continue
		}
		current = m[1]
		row := map[string]string{"": m[1]}
		words := strings.Fields(m[2])
		for i := 0; i+1 < len(words); i += 2 {
			if row[words[i+1]] = words[i]; !strings.Contains(" "+strings.Join(r.units, " ")+" ", " "+words[i+1]+" ") {
				r.units = append(r.units, words[i+1])
			}
		}
		rows = append(rows, row)
	}
	for _, row := range rows {
		cells := []string{row[""]}
		for _, unit := range r.units {
			cells = append(cells, row[unit])
		}
		r.benchmarks = append(r.benchmarks, cells)
	}
}

func (r *tested) log(name, text string) {
	if r.logs[name] == nil {
		r.logs[name] = &strings.Builder{}
	}
	r.logs[name].WriteString(text)
}
