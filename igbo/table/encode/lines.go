package encode

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/cell"
)

// Line says what a column of a file was taken for.
type Line struct {
	Name string `json:"name"`
	// Use is input, target, weight, key, id, time, group or left out.
	Use  string    `json:"use"`
	Kind cell.Kind `json:"kind,omitempty"`
	// Levels is how many categories there are, Missing how many cells lack a value.
	Levels  int `json:"levels,omitempty"`
	Missing int `json:"missing,omitempty"`
	// Values are its range or its first categories, or why it was left out.
	Values string `json:"values,omitempty"`
}

// The uses of a column that is no key, weight and so on.
const (
	asInput = "input"
	leftOut = "left out"
)

// Lines says of each column of a table what it is taken for, and of each other column of the file why it was left out.
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

// Lines says of each column that is needed what it is, and of each other column of a file why it was left out.
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

// shownLines is how many columns are written.
const shownLines = 60

// LinesText writes lines one below the other, the first of many: at most 60, the columns that were left out before the others.
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
		fmt.Fprintf(w, "  %.60s\t%s\t%s\n", oneLine(l.Name), l.Use, l.Says())
	}
	w.Flush()
	if more > 0 {
		fmt.Fprintf(&b, "  and %d columns more\n", more)
	}
	return b.String()
}

// Says is the kind of a column with its values, or why it was left out.
func (l Line) Says() string {
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

// oneLine has neither tabs nor line breaks.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}

// shownLost is how many columns of lost rows are named.
const shownLost = 6

// LostText says in which columns values of lost rows are missing, and of the first which they are.
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
