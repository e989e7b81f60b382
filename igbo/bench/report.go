package bench

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo/bench/peer"
)

// Report is what a run measured.
type Report struct {
	Config      Config       `json:"config"`
	Machine     Machine      `json:"machine"`
	Comparisons []Comparison `json:"comparisons"`
	Studies     []Study      `json:"studies"`
}

// Study is a table of its own, with what it shows in words.
type Study struct {
	Name     string     `json:"name"`
	Title    string     `json:"title"`
	Header   []string   `json:"header"`
	Rows     [][]string `json:"rows"`
	Findings []string   `json:"findings"`
}

const maxFinite = math.MaxFloat64

func sortedNames(o peer.Outputs) []string { return slices.Sorted(maps.Keys(o)) }

var header = []string{"work", "contender", "median", "min", "first run", "ratio", "rounds", "goal", ""}

// cells are the lines of the table of comparisons: ours, then each peer.
func (r *Report) cells() [][]string {
	var cells [][]string
	for _, c := range r.Comparisons {
		cells = append(cells, []string{c.Title, "igbo", seconds(c.Ours.Median), seconds(c.Ours.Min), seconds(c.Ours.First), "", "", "", ""})
		for _, p := range c.Peers {
			cells = append(cells, append([]string{"", p.Name}, p.cells()...))
		}
	}
	return cells
}

// cells are median, min, first run, ratio, its spread over rounds, goal, and verdict.
func (p PeerResult) cells() []string {
	goal := ""
	if p.Goal != nil {
		goal = fmt.Sprintf("≥ %g×", *p.Goal)
	}
	if p.Ratio == nil {
		return []string{"", "", "", "", "", goal, p.Note}
	}
	said := ""
	if p.Met != nil {
		said = verdict(*p.Met)
	}
	return []string{
		seconds(p.Median), seconds(p.Min), seconds(p.First), fmt.Sprintf("%.2f×", *p.Ratio),
		fmt.Sprintf("%.2f–%.2f", *p.RatioLow, *p.RatioHigh), goal, said,
	}
}

// seconds writes a time with three digits and a unit.
func seconds(s float64) string {
	switch {
	case s < 1e-3:
		return fmt.Sprintf("%.3g µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	default:
		return fmt.Sprintf("%.3g s", s)
	}
}

// Text is the report for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	for _, line := range r.Machine.Lines() {
		fmt.Fprintln(&b, line)
	}
	if len(r.Comparisons) > 0 {
		fmt.Fprintln(&b)
		textTable(&b, header, r.cells())
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
	for _, line := range r.Machine.Lines() {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	for _, line := range r.versions() {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	if len(r.Comparisons) > 0 {
		b.WriteByte('\n')
		markdownTable(&b, header, r.cells())
	}
	for _, s := range r.Studies {
		fmt.Fprintf(&b, "\n## %s\n\n", s.Title)
		markdownTable(&b, s.Header, s.Rows)
		if len(s.Findings) > 0 {
			b.WriteByte('\n')
		}
		for _, f := range s.Findings {
			fmt.Fprintf(&b, "- %s\n", f)
		}
	}
	return b.String()
}

// versions lists each version of a peer once.
func (r *Report) versions() []string {
	var lines []string
	for _, c := range r.Comparisons {
		for _, p := range c.Peers {
			if p.Version != "" && !slices.Contains(lines, p.Version) {
				lines = append(lines, p.Version)
			}
		}
	}
	return lines
}

func markdownTable(b *strings.Builder, header []string, cells [][]string) {
	fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(header, " | "), strings.Repeat(" --- |", len(header)))
	for _, line := range cells {
		fmt.Fprintf(b, "| %s |\n", strings.Join(line, " | "))
	}
}
