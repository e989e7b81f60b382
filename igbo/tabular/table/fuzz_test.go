package table

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// FuzzRead checks that Read never panics. It returns complete columns of finite numbers, the same
// for small blocks, or an error of the package.
func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add(birds)
	for _, text := range bad {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(text), DefaultReadOptions())
		if err != nil {
			refusal.OfFile(t, err, "table: f.csv: ")
			return
		}
		for _, c := range table.Columns {
			if len(c.Values) != table.Rows() || c.Name == "" {
				t.Fatalf("column %q of %d cells, %d rows", c.Name, len(c.Values), table.Rows())
			}
			for _, v := range c.Values {
				if math.IsInf(v, 0) || c.Kind == cell.Category && v == v && c.Categories[int(v)] == "" {
					t.Fatalf("%q holds %g", c.Name, v)
				}
			}
		}
		if again, err := inBlocks(text, 5); err != nil || !reflect.DeepEqual(again.lines, table.lines) || !same(again, table) {
			t.Fatalf("in small blocks: %v\n%+v\n%+v", err, again, table)
		}
	})
}
