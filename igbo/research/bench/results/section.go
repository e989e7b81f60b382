package results

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/bench"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
)

// Section has the measurements of one target from one or more runs. If two runs have a row, the later one counts.
type Section struct {
	Target  outcome.Target
	Rows    []outcome.Comparison
	Studies []outcome.Study
	Goals   []outcome.Judgement
	runs    []*bench.Report
}

// NewSection merges the runs of a target.
func NewSection(target outcome.Target, runs []*bench.Report) Section {
	s := Section{Target: target}
	for _, run := range runs {
		if run.Target != target {
			continue
		}
		s.runs = append(s.runs, run)
		for _, c := range run.Comparisons {
			s.Rows = put(s.Rows, c, func(o outcome.Comparison) bool { return o.Row == c.Row })
		}
		for _, study := range run.Studies {
			s.Studies = put(s.Studies, study, func(o outcome.Study) bool { return o.Name == study.Name })
		}
	}
	order := bench.Rows()
	slices.SortStableFunc(s.Rows, func(a, b outcome.Comparison) int {
		return slices.Index(order, a.Row) - slices.Index(order, b.Row)
	})
	s.Goals = outcome.Judge(bench.Goals(target), s.Rows)
	return s
}

// put replaces the element that equals one, or appends one.
func put[T any](list []T, one T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = one
		return list
	}
	return append(list, one)
}

// Measured reports whether there is a run.
func (s Section) Measured() bool { return len(s.runs) > 0 }

// Machine reports how the runs were made, a line of Markdown for each fact.
func (s Section) Machine() string {
	var lines []string
	for i, run := range s.runs {
		for _, line := range run.Machine.Lines() {
			if after, load := strings.CutPrefix(line, "load before"); load {
				line = fmt.Sprintf("run %d: %s; %d rounds of %s; load before%s", i+1, names(run), run.Config.Rounds, run.Config.Slice, after)
			}
			lines = put(lines, "- "+line, func(o string) bool { return o == "- "+line })
		}
		if run.Partial != "" {
			lines = append(lines, fmt.Sprintf("- run %d is partial: %s", i+1, run.Partial))
		}
	}
	for _, version := range outcome.Versions(s.Rows) {
		lines = append(lines, "- "+version)
	}
	if a := outcome.Agreement(s.Rows); a != "" {
		lines = append(lines, "- largest disagreement of outputs with ours: "+a)
	}
	return strings.Join(lines, "\n") + "\n"
}

// names lists the measurements of a run.
func names(run *bench.Report) string {
	var out []string
	for _, c := range run.Comparisons {
		out = append(out, c.Row)
	}
	for _, s := range run.Studies {
		out = append(out, s.Name)
	}
	return strings.Join(out, ", ")
}

// Table returns the table with this title in Markdown, or a line stating that it was not measured.
func (s Section) Table(title string) string {
	for _, t := range outcome.Tables(s.Rows, s.Goals) {
		if t.Title == title {
			return t.Markdown()
		}
	}
	return absent
}

// Study returns the study with this name in Markdown.
func (s Section) Study(name string) string {
	for _, study := range s.Studies {
		if study.Name == name {
			return study.Markdown()
		}
	}
	return absent
}

const absent = "Not measured.\n"
