package shift

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
)

//go:embed orders.yaml
var ordersText []byte

// Shift is a table with groups and the statements that were written before any fit (orders.yaml).
type Shift struct {
	Name string `yaml:"name"`
	// Kind describes the groups.
	Kind string `yaml:"kind"`
	// File is a package and a path in it. Samples is the number of training rows; 0 means sixteen.
	File    string `yaml:"file"`
	Samples int    `yaml:"samples"`
	// Target and Group are expressions of columns. Train lists the groups for training; an empty list means any group.
	Target string   `yaml:"target"`
	Group  string   `yaml:"group"`
	Train  []string `yaml:"train"`
	// Order lists the features with their directions, beginning with the most important.
	Order string `yaml:"order"`
	Why   string `yaml:"why"`
	Seen  string `yaml:"seen"`
}

// Shifts returns the shifts of orders.yaml.
var Shifts = sync.OnceValues(func() ([]Shift, error) {
	var all []Shift
	if err := yaml.UnmarshalWithOptions(ordersText, &all, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("shift: orders.yaml: %w", err)
	}
	for i := range all {
		all[i].Samples = cmp.Or(all[i].Samples, 16)
		if _, err := all[i].features(); err != nil {
			return nil, err
		}
	}
	return all, nil
})

// names returns the names of all shifts.
func names() []string {
	shifts, _ := Shifts() // Validate reports the error
	return study.Each(shifts, func(s Shift) string { return s.Name })
}

// feature is one column of numbers.
type feature struct {
	records.Feature
	sign, level int // the level counts from the most important down
	columns     []string
}

// features returns the features of the order. It returns an error for an invalid expression, a feature without a direction, or
// a feature that appears twice.
func (s Shift) features() (all []feature, err error) {
	for level, group := range strings.Split(s.Order, ">") {
		for text := range strings.SplitSeq(group, ",") {
			text = strings.TrimSpace(text)
			if text == "" || text[0] != '+' && text[0] != '-' {
				return nil, fmt.Errorf("shift: %s: feature %q must begin with + or -, followed by an expression", s.Name, text)
			}
			f := feature{sign: 1, level: level}
			if text[0] == '-' {
				f.sign = -1
			}
			f.Feature, f.columns = expression(text[1:])
			if slices.ContainsFunc(all, func(o feature) bool { return o.Name == f.Name }) {
				return nil, fmt.Errorf("shift: %s: feature %q occurs twice, but must occur once", s.Name, f.Name)
			}
			all = append(all, f)
		}
	}
	return all, nil
}

// expression returns a feature that is a column, its log or log1p, x=level, or the season of a date. Its name is the
// expression.
func expression(text string) (records.Feature, []string) {
	of, column, called := strings.Cut(text, " ")
	name, level, leveled := strings.Cut(text, "=")
	f := records.Number(text)
	from := text
	switch {
	case leveled:
		f, from = records.Levels(name, level), name
	case called && of == "log":
		f, from = records.Changed(column, math.Log), column
	case called && of == "log1p":
		f, from = records.Changed(column, math.Log1p), column
	case called && of == "season":
		f, from = records.Season, column
	}
	f.Name, f.Columns = text, []string{text}
	return f, []string{from}
}

// pairs returns the pairs of the order by feature number: every feature of a level is above every feature of a lower level.
func pairs(features []feature) (above [][2]int) {
	for u, f := range features {
		for v, g := range features {
			if f.level < g.level {
				above = append(above, [2]int{u, v})
			}
		}
	}
	return above
}

// signs returns the directions.
func signs(features []feature) []int {
	return study.Each(features, func(f feature) int { return f.sign })
}
