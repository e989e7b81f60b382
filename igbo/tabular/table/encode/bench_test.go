package encode

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// BenchmarkEncode fits and encodes a million rows.
func BenchmarkEncode(b *testing.B) {
	t := drawn(1_000_000, 1, 0)
	for b.Loop() {
		e := must.Of(Fit(t, nil, DefaultSpec("y"))).In(b)
		must.Of(e.Encode(t, nil)).In(b)
	}
}

// BenchmarkWide fits and encodes a table of D columns. Looking up columns must not dominate: the
// time grows linearly with D.
func BenchmarkWide(b *testing.B) {
	for _, d := range []int{1_000, 10_000} {
		t := &table.Table{Name: "f.csv"}
		for k := range d {
			t.Columns = append(t.Columns, table.Column{Name: fmt.Sprintf("column %d", k), Kind: cell.Number, Values: make([]float64, 40)})
			t.Columns[k].Values[3] = float64(k + 1)
		}
		b.Run(fmt.Sprintf("D=%d", d), func(b *testing.B) {
			for b.Loop() {
				e, err := Fit(t, nil, DefaultSpec("column 7"))
				if err == nil {
					_, err = e.Encode(t, nil)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
