package compare_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// TestFromTableWarns checks that warnings appear before any training: for 63 first names in 77
// rows, of which a fold trains on 62, and for a target in another unit.
func TestFromTableWarns(t *testing.T) {
	var b strings.Builder
	b.WriteString("name,kg,y\n")
	for i := range 77 {
		fmt.Fprintf(&b, "n%d,%d,%d\n", i%63, i*i%101, 1000*(i*i%101))
	}
	tab := must.Of(table.ReadFrom(context.Background(), "f.csv", strings.NewReader(b.String()), table.DefaultReadOptions())).In(t)
	cfg := compare.DefaultConfig(models.LinearSpec(), 0)
	cfg.Folds, cfg.Repeats = 5, 1
	spec := encode.DefaultSpec("y")
	none := must.Of(dag.New([]string{"name", "kg"}, nil, nil, nil)).In(t)
	p, _, err := compare.FromTable(t.Context(), cfg, tab, spec, spec.SplitOptions(tab, 1), compare.Fixed(none))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`column "name" looks like an identifier`, `column "kg" determines the target "y"`, `more than the 62 rows that a fold trains on`}
	if len(p.Warnings) != len(want) {
		t.Fatalf("warnings %q, want %d", p.Warnings, len(want))
	}
	for i, w := range p.Warnings {
		if !strings.Contains(w, want[i]) {
			t.Errorf("warning %q, want %q in it", w, want[i])
		}
	}
}
