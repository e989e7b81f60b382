package dag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Direction states the sign of a feature's effect: if the feature increases and all others are fixed, the output
// increases (Sign +1) or decreases (Sign −1). If a feature has several columns, such as categories or parts of a
// date, Column names one of them. Column is "" if the feature has a single column.
type Direction struct {
	K      int
	Column string
	Sign   int
}

// Text formats the direction with the feature's name, for instance as "flipper: +" or "species
// Gentoo: −".
func (x Direction) Text(features []string) string {
	name := features[x.K]
	if x.Column != "" {
		name += " " + x.Column
	}
	return name + ": " + x.Mark()
}

// Mark returns "+" or "−".
func (x Direction) Mark() string {
	if x.Sign < 0 {
		return "−"
	}
	return "+"
}

func compareDirections(a, b Direction) int {
	return cmp.Or(a.K-b.K, strings.Compare(a.Column, b.Column))
}

// WithDirections returns the graph with the given directions, sorted, instead of the existing ones.
// It returns an error if a feature does not exist, a sign is not +1 or −1, or a feature or column
// has two directions.
func (d *DAG) WithDirections(directions ...Direction) (*DAG, error) {
	if d == nil {
		return nil, errNil
	}
	n := d.derive(d.Edges)
	n.Directions = slices.SortedStableFunc(slices.Values(directions), compareDirections)
	if err := n.checkDirections(); err != nil {
		return nil, err
	}
	return n, nil
}

func (d *DAG) checkDirections() error {
	for i, x := range d.Directions {
		switch {
		case x.K < 0 || x.K >= len(d.Features):
			return fmt.Errorf("dag: a direction has feature %d, want an index in [0, %d)", x.K, len(d.Features))
		case x.Sign != 1 && x.Sign != -1:
			return fmt.Errorf("dag: the direction of %q has the sign %d, want 1 or -1", d.Features[x.K], x.Sign)
		case i > 0 && compareDirections(d.Directions[i-1], x) == 0:
			return fmt.Errorf("dag: %q has two directions (want at most one)", strings.TrimSpace(d.Features[x.K]+" "+x.Column))
		case x.Column != "" && CheckName(x.Column) != nil:
			return fmt.Errorf("dag: direction of %q: column: %w", d.Features[x.K], CheckName(x.Column))
		}
	}
	return nil
}

// Empty reports whether the graph has no edges, bounds, ties or directions. It returns true for a
// nil graph.
func (d *DAG) Empty() bool {
	return d == nil || len(d.Edges)+len(d.Bounds)+len(d.Ties)+len(d.Directions) == 0
}

// Constrains reports whether the graph constrains scores by an edge, a bound or a tie.
func (d *DAG) Constrains() bool { return d != nil && len(d.Edges)+len(d.Bounds)+len(d.Ties) > 0 }

// UnknownColumnError reports a direction of a column that its feature does not have.
type UnknownColumnError struct {
	Feature, Column string
	Columns         []string // existing columns of the feature
}

// Error names the existing columns.
func (e *UnknownColumnError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("dag: the direction of %q is ambiguous, because it has %d columns (use directions of columns, such as {%s: {%s: +}}, among %.300q)", e.Feature, len(e.Columns), e.Feature, shortColumn(e.Feature, e.Columns[0]), e.Columns)
	}
	return fmt.Sprintf("dag: direction: column %q of %q not found (want one of %.300q)", e.Column, e.Feature, e.Columns)
}

// Signs returns the direction of each column: +1, −1, or 0 for none. It returns nil if the graph
// has no directions. groups lists the columns of each feature; nil means one column per feature. A
// direction can name a column by its full name, or by the part after the feature's name and "=" or
// a space (Gentoo for species=Gentoo).
//
// Signs returns an error if the sizes do not match the features, a column has two directions, or a
// column is not found (an *UnknownColumnError). If lenient is set, it ignores directions of columns
// that are not found, for instance a category that does not occur in some rows.
func (d *DAG) Signs(columns []string, groups [][]int, lenient bool) ([]int, error) {
	if d == nil || len(d.Directions) == 0 {
		return nil, nil
	}
	if groups == nil {
		for j := range columns {
			groups = append(groups, []int{j})
		}
	}
	if len(groups) != len(d.Features) {
		return nil, fmt.Errorf("dag: got %d groups of columns, but the graph has %d features; there must be one group per feature", len(groups), len(d.Features))
	}
	signs := make([]int, len(columns))
	for _, x := range d.Directions {
		name, found := d.Features[x.K], -1
		var own []string
		for _, j := range groups[x.K] {
			if j < 0 || j >= len(columns) {
				return nil, fmt.Errorf("dag: a group names column %d, want 0 to %d", j, len(columns)-1)
			}
			own = append(own, columns[j])
			if x.Column != "" && (columns[j] == x.Column || shortColumn(name, columns[j]) == x.Column) {
				found = j
			}
		}
		if x.Column == "" && len(own) == 1 {
			found = groups[x.K][0]
		}
		switch {
		case found < 0 && lenient:
			continue
		case found < 0:
			return nil, &UnknownColumnError{name, x.Column, own}
		case signs[found] != 0:
			return nil, fmt.Errorf("dag: the column %q of %q has two directions (want at most one)", columns[found], name)
		}
		signs[found] = x.Sign
	}
	return signs, nil
}

// shortColumn returns the part of a column name after the feature's name.
func shortColumn(feature, column string) string {
	rest, ok := strings.CutPrefix(column, feature)
	if !ok || len(rest) < 2 || rest[0] != '=' && rest[0] != ' ' {
		return column
	}
	return rest[1:]
}

// namedDirection is the JSON form of a direction.
type namedDirection struct {
	Feature string `json:"feature,omitempty"`
	Column  string `json:"column,omitempty"`
	Sign    int    `json:"sign"`
}
