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
	for _, t := range tables(r.Comparisons, r.Goals) {
		fmt.Fprintf(&b, "\n%s", after(t.title, "\n"))
		textTable(&b, t.header, t.cells)
	}
	for _, s := range r.Studies {
		fmt.Fprintf(&b, "\n%s\n", s.Title)
		textTable(&b, s.Header, s.Rows)
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

// after ends a text that is not empty.
func after(text, end string) string {
	if text == "" {
		return ""
	}
	return text + end
}

func textTable(b *strings.Builder, header []string, cells [][]string) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(header, "\t"))
	for _, line := range cells {
		fmt.Fprintln(w, strings.Join(line, "\t"))
	}
	w.Flush()
}

// Markdown is the report as a Markdown file.
func (r *Report) Markdown() string {
	var b strings.Builder
	for _, line := range append(r.lines(), versions(r.Comparisons)...) {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	for _, t := range tables(r.Comparisons, r.Goals) {
		b.WriteString("\n" + t.markdown())
	}
	for _, s := range r.Studies {
		b.WriteString("\n" + s.markdown())
	}
	return b.String()
}

// markdown is the table under its title.
func (t table) markdown() string {
	var b strings.Builder
	if t.title != "" {
		fmt.Fprintf(&b, "## %s\n\n", t.title)
	}
	markdownTable(&b, t.header, t.cells)
	return b.String()
}

// markdown is the study under its title.
func (s Study) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", s.Title)
	markdownTable(&b, s.Header, s.Rows)
	if len(s.Findings) > 0 {
		b.WriteByte('\n')
	}
	for _, f := range s.Findings {
		fmt.Fprintf(&b, "- %s\n", f)
	}
	return b.String()
}

func markdownTable(b *strings.Builder, header []string, cells [][]string) {
	if len(header) == 0 {
		return
	}
	fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(header, " | "), strings.Repeat(" --- |", len(header)))
	for _, line := range cells {
		var escaped []string
		for _, cell := range line {
			escaped = append(escaped, strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell))
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(escaped, " | "))
	}
}
