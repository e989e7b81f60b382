package bench

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Text is the report for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	for _, line := range r.lines() {
		fmt.Fprintln(&b, line)
	}
	for _, t := range Tables(r.Comparisons, r.Goals) {
		t.text(&b)
	}
	for _, s := range r.Studies {
		s.table().text(&b)
		for _, f := range s.Findings {
			fmt.Fprintln(&b, f)
		}
	}
	return b.String()
}

// lines say how the run was made.
func (r *Report) lines() []string {
	lines := r.Machine.Lines()
	if r.Partial != "" {
		lines = append([]string{"partial: " + r.Partial}, lines...)
	}
	return lines
}

// text writes the table for a terminal.
func (t Table) text(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s\n", t.Title)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(t.Header, "\t"))
	for _, line := range t.Cells {
		fmt.Fprintln(w, strings.Join(line, "\t"))
	}
	w.Flush()
}

// Markdown is the report as a Markdown file.
func (r *Report) Markdown() string {
	var b strings.Builder
	for _, line := range append(r.lines(), Versions(r.Comparisons)...) {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	for _, t := range Tables(r.Comparisons, r.Goals) {
		fmt.Fprintf(&b, "\n## %s\n\n%s", t.Title, t.Markdown())
	}
	for _, s := range r.Studies {
		fmt.Fprintf(&b, "\n## %s\n\n%s", s.Title, s.Markdown())
	}
	return b.String()
}

// Markdown is the study without its title.
func (s Study) Markdown() string {
	var b strings.Builder
	b.WriteString(s.table().Markdown())
	if len(s.Findings) > 0 {
		b.WriteByte('\n')
	}
	for _, f := range s.Findings {
		fmt.Fprintf(&b, "- %s\n", f)
	}
	return b.String()
}

func (s Study) table() Table { return Table{s.Title, s.Header, s.Rows} }

// Markdown is the table without its title; nothing where it has no lines.
func (t Table) Markdown() string {
	if len(t.Cells) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(t.Header, " | "), strings.Repeat(" --- |", len(t.Header)))
	for _, line := range t.Cells {
		var escaped []string
		for _, cell := range line {
			escaped = append(escaped, strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell))
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(escaped, " | "))
	}
	return b.String()
}
