package bench

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
)

// Report has the measurements of a run.
type Report struct {
	Config      Config               `json:"config"`
	Target      outcome.Target       `json:"target"`
	Machine     outcome.Machine      `json:"machine"`
	Comparisons []outcome.Comparison `json:"comparisons"`
	Studies     []outcome.Study      `json:"studies"`
	Goals       []outcome.Judgement  `json:"goals"`
	// Partial explains why rows or rounds are missing; it is empty if the report is complete.
	Partial string `json:"partial,omitempty"`
}

// Text returns the report for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	for _, line := range r.lines() {
		fmt.Fprintln(&b, line)
	}
	for _, t := range outcome.Tables(r.Comparisons, r.Goals) {
		b.WriteString(t.Text())
	}
	for _, s := range r.Studies {
		b.WriteString(s.Table().Text())
		for _, f := range s.Findings {
			fmt.Fprintln(&b, f)
		}
	}
	return b.String()
}

// lines returns a description of the run.
func (r *Report) lines() []string {
	lines := r.Machine.Lines()
	if r.Partial != "" {
		lines = append([]string{"partial: " + r.Partial}, lines...)
	}
	return lines
}

// Markdown returns the report as a Markdown file.
func (r *Report) Markdown() string {
	var b strings.Builder
	for _, line := range append(r.lines(), outcome.Versions(r.Comparisons)...) {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	for _, t := range outcome.Tables(r.Comparisons, r.Goals) {
		fmt.Fprintf(&b, "\n## %s\n\n%s", t.Title, t.Markdown())
	}
	for _, s := range r.Studies {
		fmt.Fprintf(&b, "\n## %s\n\n%s", s.Title, s.Markdown())
	}
	return b.String()
}
