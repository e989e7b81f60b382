package outcome

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Study is a separate table with its findings in words.
type Study struct {
	Name     string     `json:"name"`
	Title    string     `json:"title"`
	Header   []string   `json:"header"`
	Rows     [][]string `json:"rows"`
	Findings []string   `json:"findings"`
}

// Table is a title, the names of columns, and lines.
type Table struct {
	Title  string
	Header []string
	Cells  [][]string
}

// Text returns the table for a terminal.
func (t Table) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", t.Title)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(t.Header, "\t"))
	for _, line := range t.Cells {
		fmt.Fprintln(w, strings.Join(line, "\t"))
	}
	w.Flush()
	return b.String()
}

// Markdown returns the study without its title.
func (s Study) Markdown() string {
	var b strings.Builder
	b.WriteString(s.Table().Markdown())
	if len(s.Findings) > 0 {
		b.WriteByte('\n')
	}
	for _, f := range s.Findings {
		fmt.Fprintf(&b, "- %s\n", f)
	}
	return b.String()
}

// Table returns the study without its findings.
func (s Study) Table() Table { return Table{s.Title, s.Header, s.Rows} }

// Markdown returns the table without its title. It returns an empty string if the table has no lines.
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

// Seconds writes a time with three digits and a unit.
func Seconds(s float64) string {
	switch {
	case s < 1e-3:
		return fmt.Sprintf("%.3g µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	default:
		return fmt.Sprintf("%.3g s", s)
	}
}

// megabytes formats a size in bytes. It returns an empty string if the size is unknown.
func megabytes(bytes int64) string {
	if bytes <= 0 {
		return ""
	}
	return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
}
