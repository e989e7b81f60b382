package encode

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// A Line describes how a column of a file is used.
type Line struct {
	Name string `json:"name"`
	// Use is input, target, weight, key, id, time, group or left out.
	Use  string    `json:"use"`
	Kind cell.Kind `json:"kind,omitempty"`
	// Levels is the number of categories, Missing the number of missing cells.
	Levels  int `json:"levels,omitempty"`
	Missing int `json:"missing,omitempty"`
	// Values describes the range or the first categories, or the reason why the column was left out.
	Values string `json:"values,omitempty"`
}

// The uses of a column other than key, weight and so on.
const (
	asInput = "input"
	leftOut = "left out"
)

// Lines describes how each column of a table is used, and why each other column of the file was left out.
func Lines(t *table.Table, s Spec) []Line {
	s = s.Composed()
	use := map[string]string{}
	for _, u := range s.uses() {
		use[u.name] = strings.TrimPrefix(u.use, "the ")
	}
	var lines []Line
	for i := range t.Columns {
		c := &t.Columns[i]
		l := Line{Name: c.Name, Use: use[c.Name], Kind: c.Kind, Levels: len(c.Categories), Missing: c.CountMissing(), Values: c.Summary()}
		switch {
		case l.Use == dropped:
			l = Line{Name: c.Name, Use: leftOut, Values: dropped}
		case l.Use == "" && len(s.Features) > 0:
			l = Line{Name: c.Name, Use: leftOut, Values: "not among the features"}
		case l.Use == "" || l.Use == "a feature":
			l.Use = asInput
		}
		lines = append(lines, l)
	}
	return withLeft(lines, t.Left)
}

// Lines describes each column that the encoding needs, and why each other column of a file was left out.
func (e *Encoding) Lines(left []table.Left) []Line {
	var lines []Line
	for _, c := range e.Columns {
		l := Line{Name: c.Name, Use: asInput, Kind: c.Kind, Levels: len(c.Categories)}
		if c.Kind == cell.Category {
			l.Values = (&table.Column{Kind: c.Kind, Categories: c.Categories}).Summary()
		}
		lines = append(lines, l)
	}
	return withLeft(lines, left)
}

func withLeft(lines []Line, left []table.Left) []Line {
	for _, l := range left {
		lines = append(lines, Line{Name: l.Name, Use: leftOut, Values: l.Why})
	}
	return lines
}

// shownLines is the maximum number of columns to print.
const shownLines = 60

// LinesText formats lines as text, one below the other. It prints at most 60 lines; columns that were left out come first.
func LinesText(lines []Line) string {
	more := len(lines) - shownLines
	if more > 0 {
		order := func(l Line) int {
			if l.Use == leftOut {
				return 0
			}
			return 1
		}
		lines = slices.SortedStableFunc(slices.Values(lines), func(a, b Line) int { return order(a) - order(b) })[:shownLines]
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, l := range lines {
		fmt.Fprintf(w, "  %.60s\t%s\t%s\n", oneLine(l.Name), l.Use, l.Reports())
	}
	w.Flush()
	if more > 0 {
		fmt.Fprintf(&b, "  and %d columns more\n", more)
	}
	return b.String()
}

// Reports returns the kind of a column with its values, or why it was left out.
func (l Line) Reports() string {
	var parts []string
	switch {
	case l.Kind == "":
	case l.Kind == cell.Category:
		parts = append(parts, fmt.Sprintf("category of %d", l.Levels))
	default:
		parts = append(parts, string(l.Kind))
	}
	if l.Values != "" {
		parts = append(parts, oneLine(l.Values))
	}
	if l.Missing > 0 {
		parts = append(parts, fmt.Sprintf("%d missing", l.Missing))
	}
	return strings.Join(parts, ", ")
}

// oneLine replaces tabs and line breaks.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}

// shownLost is the number of columns of lost rows that are named.
const shownLost = 6

// LostText reports how many rows were left out, in which columns their values are missing, and which rows come first.
func LostText(lost []Lost) string {
	if len(lost) == 0 {
		return "no row"
	}
	counts, names := map[string]int{}, []string(nil)
	for _, l := range lost {
		for _, name := range l.Columns {
			if counts[name]++; counts[name] == 1 {
				names = append(names, name)
			}
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return counts[b] - counts[a] })
	var parts []string
	for _, name := range names[:min(len(names), shownLost)] {
		parts = append(parts, fmt.Sprintf("%.60s %d", oneLine(name), counts[name]))
	}
	if more := len(names) - shownLost; more > 0 {
		parts = append(parts, fmt.Sprintf("%d columns more", more))
	}
	return fmt.Sprintf("missing values of %s (the first is row %d)", strings.Join(parts, ", "), lost[0].Row+1)
}
