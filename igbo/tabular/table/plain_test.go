package table

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// TestPlain checks that a block without quotes gives the same table, or the same error, as package
// csv. It uses random cells, spaces, missing words, codes, dates, ragged and empty lines, both line
// ends and none, and columns that are omitted or have a stated kind.
func TestPlain(t *testing.T) {
	cells := []string{"1", "-2.5", "+3", "0.25", ".5", "5.", "007", "-007", "1e3", "1234567890123456789", "9007199254740993", "0x1p3", "1_000", "", " ", " 7 ", "\t8", "NA", "nan", "true", "no", "2020-01-02", "north", "a\rb", "-", ".", "+.", "--1", "1..2", "é", "1\u00a0"}
	wrong, read := 0, 0
	for seed := range 4000 {
		r := rand.New(rand.NewPCG(7, uint64(seed)))
		comma := []string{",", ";", "\t", "|"}[r.IntN(4)]
		var b strings.Builder
		columns := 1 + r.IntN(4)
		palette := make([][]string, columns) // few distinct words per column: then a kind often fits
		for c := range palette {
			for range 1 + r.IntN(3) {
				palette[c] = append(palette[c], cells[r.IntN(len(cells))])
			}
		}
		for range r.IntN(6) {
			for c := range columns {
				if c > 0 {
					b.WriteString(comma)
				}
				b.WriteString(palette[c][r.IntN(len(palette[c]))])
			}
			if r.IntN(40) == 0 {
				b.WriteString(comma)
			}
			b.WriteString([]string{"\n", "\r\n", "\n\n", "\n\r\n", "\r\r\n"}[min(r.IntN(20), 4)])
		}
		if r.IntN(2) == 0 {
			b.WriteString(strings.Repeat("1"+comma, columns-1) + "2" + strings.Repeat("\r", r.IntN(2)))
		}
		o := DefaultReadOptions()
		o.Comma = rune(comma[0])
		x := text{name: "f.csv", options: o, words: o.Words()}
		for c := range columns {
			x.header = append(x.header, fmt.Sprintf("c%d", c))
			if r.IntN(5) > 0 || c == 0 {
				x.at, x.kinds, x.stated = append(x.at, c), append(x.kinds, []cell.Kind{cell.Number, cell.Number, cell.Date, cell.Category, cell.Boolean}[r.IntN(5)]), append(x.stated, r.IntN(4) == 0)
			}
		}
		given := block{text: []byte(b.String()), line: 2}
		got, err := x.parseBy(given, x.pass)
		want, failure := x.parseBy(given, x.quoted)
		if fmt.Sprint(err) != fmt.Sprint(failure) {
			t.Fatalf("seed %d, %q: %v, want %v", seed, b.String(), err, failure)
		}
		if err != nil {
			wrong++
			continue
		}
		read++
		for i, c := range want.Columns {
			for row, v := range c.Values {
				if w := got.Columns[i].Values[row]; w != v && (w == w || v == v) {
					t.Fatalf("seed %d, %q: column %d is %v, want %v", seed, b.String(), i, got.Columns[i].Values, c.Values)
				}
			}
			if g := got.Columns[i]; g.Kind != c.Kind || len(g.Values) != len(c.Values) || !reflect.DeepEqual(g.Categories, c.Categories) || !reflect.DeepEqual(got.surveys[i], want.surveys[i]) {
				t.Fatalf("seed %d, %q: column %d is %v, want %v", seed, b.String(), i, g, c)
			}
		}
		if !reflect.DeepEqual(got.lines, want.lines) {
			t.Fatalf("seed %d, %q: lines %v, want %v", seed, b.String(), got.lines, want.lines)
		}
	}
	if wrong < 100 || read < 1000 {
		t.Errorf("%d tables are read and %d refused, expected many of both", read, wrong)
	}
}
