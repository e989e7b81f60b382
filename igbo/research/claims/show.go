package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Table returns claims with their places, outcomes, reasons and the commands that reproduce the evidence. It returns an error
// if a value is missing.
func Table(title string, list []Claim) (tabulate.Table, error) {
	t := tabulate.Table{Name: "claims", Title: title, Header: []string{"claim", "verdict", "why, and what shows it"}}
	t.Data = [][]string{{"id", "part", "where", "claim", "verdict", "why", "evidence"}}
	for _, c := range list {
		why, err := c.Reason()
		if err != nil {
			return t, err
		}
		shown := why
		if commands := c.Commands(); len(commands) > 0 {
			shown += " [" + strings.Join(commands, "; ") + "]"
		}
		t.Rows = append(t.Rows, []string{fmt.Sprintf("%s (%s)", c.Text, c.Where), string(c.Outcome), shown})
		t.Data = append(t.Data, []string{c.ID, c.Part, c.Where, c.Text, string(c.Outcome), why, c.Evidence()})
	}
	return t, nil
}

// Counts returns the number of claims of each outcome by part.
func Counts(list []Claim) tabulate.Table {
	t := tabulate.Table{Name: "verdicts", Title: fmt.Sprintf("%d claims", len(list)), Header: []string{"part"}}
	for _, v := range Outcomes() {
		t.Header = append(t.Header, string(v))
	}
	line := func(name string, of func(Claim) bool) {
		row := []string{name}
		for _, v := range Outcomes() {
			n := 0
			for _, c := range list {
				if of(c) && c.Outcome == v {
					n++
				}
			}
			row = append(row, fmt.Sprint(n))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, part := range Parts() {
		if slices.ContainsFunc(list, func(c Claim) bool { return c.Part == part }) {
			line(part, func(c Claim) bool { return c.Part == part })
		}
	}
	line("all", func(Claim) bool { return true })
	return t
}

// NumbersTable lists the numbers of a claim, each with its condition and its source. It returns an error if a value is missing.
func (c Claim) NumbersTable() (tabulate.Table, error) {
	t := tabulate.Table{Name: c.ID, Title: c.Text, Header: []string{"number", "value", "the verdict needs", "from"}}
	for _, n := range c.Numbers {
		shown, err := n.Text()
		if err != nil {
			return t, err
		}
		need := n.Need.String()
		if n.Seen {
			need += ", set after looking"
		}
		t.Rows = append(t.Rows, []string{n.Name, shown, need, n.Source()})
	}
	return t, nil
}

// colours maps an outcome to the index of the series whose colour and marker it has: green if a claim holds, vermilion if it
// fails.
var colours = map[Outcome]int{HoldsMoreGenerally: 0, HoldsConditionally: 1, Holds: 2, Untestable: 3, Fails: 4, Untested: 5}

// Figure draws a tile for each claim, by outcome and part. The claim with the ID chosen, if any, has a frame. It returns an
// error if there is no claim.
func Figure(list []Claim, chosen string, opts ...plots.Option) (plots.Figure, error) {
	var kinds []plots.TileKind
	for _, v := range Outcomes() {
		kinds = append(kinds, plots.TileKind{Name: string(v), Series: colours[v]})
	}
	var rows []plots.TileRow
	for _, part := range Parts() {
		row := plots.TileRow{Name: part}
		for _, c := range list {
			if c.Part != part {
				continue
			}
			row.Kinds = append(row.Kinds, slices.Index(Outcomes(), c.Outcome))
			row.Texts = append(row.Texts, fmt.Sprintf("%s: %s (%s)", c.ID, c.Text, c.Outcome))
			if c.ID == chosen {
				row.Chosen = len(row.Kinds)
			}
		}
		if len(row.Kinds) > 0 {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("claims: none of the %d claims belongs to a part, want some of the parts %q", len(list), Parts())
	}
	count := map[Outcome]int{}
	for _, c := range list {
		count[c.Outcome]++
	}
	title := plots.Title(fmt.Sprintf("Of %d claims of the paper %d hold, %d hold with conditions and %d fail", len(list),
		count[Holds]+count[HoldsMoreGenerally], count[HoldsConditionally], count[Fails]))
	return plots.Tiles(kinds, rows, append([]plots.Option{title}, opts...)...)
}
