package table_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// TestString checks that a table reports its rows and, for each column, the kind, the missing
// cells, and the range or the categories.
func TestString(t *testing.T) {
	text := "size,open,day,colour,code,empty\n1.5,true,2020-02-29,red,a1,\n,false,2021-03-01,blue,a2,\n-3,true,,red,a3,\n"
	for i := range 5 {
		text += fmt.Sprintf("2,true,2020-12-31,red,b%d,\n", i)
	}
	read := must.Of(table.ReadFrom(context.Background(), "shop.csv", strings.NewReader(text), table.DefaultReadOptions())).In(t)
	want := []string{
		"shop.csv: 8 rows", "column kind missing values", "size number 1 -3 to 2", "open boolean 0 false to true",
		"day date 1 2020-02-29 to 2021-03-01", "colour category 0 red, blue", "code category 0 a1, a2, a3, b0, b1, b2 and 2 more", "empty number 8 none",
	}
	lines := strings.Split(strings.TrimSpace(read.String()), "\n")
	for i := range max(len(lines), len(want)) {
		if i >= len(lines) || i >= len(want) || strings.Join(strings.Fields(lines[i]), " ") != want[i] {
			t.Fatalf("got\n%s\nwant line %d of %q", read, i+1, want)
		}
	}
	if got := (*table.Table)(nil).String(); got != "no table" {
		t.Errorf("nil: %q", got)
	}
}
