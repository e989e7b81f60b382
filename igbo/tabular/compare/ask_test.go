package compare_test

import (
	"context"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestAsk checks that a table, a target and the text of an order give the same study as FromTable.
// Without a text, the order is empty. An unknown feature is an error.
func TestAsk(t *testing.T) {
	p := datasets.Penguins()
	read := must.Of(table.ReadFrom(context.Background(), p.Name, p.Reader(), table.DefaultReadOptions())).In(t)
	spec := encode.DefaultSpec("species")
	spec.Missing = encode.DropRow
	for order, edges := range map[string]int{"": 0, "ranks: [[bill_length_mm, sex]]": 1} {
		s, e, err := compare.Ask(models.LinearSpec(), read, spec, order)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(); err != nil || !s.Config.Loss.Is(task.KindSoftmax) || len(s.Problem.Parts) != 25 || len(e.Classes()) != 3 {
			t.Errorf("%q: %v, loss %v, %d parts", order, err, s.Config.Loss, len(s.Problem.Parts))
		}
		if got := strings.Count(string(s.Problem.All.Order), `"mu"`); got != edges {
			t.Errorf("%q: %d edges in %s", order, got, s.Problem.All.Order)
		}
	}
	for want, bad := range map[string]struct{ target, order string }{
		`"wing"`: {"species", "ranks: [[wing, sex]]"}, "no column": {"wing", ""},
	} {
		spec.Target = bad.target
		if _, _, err := compare.Ask(models.LinearSpec(), read, spec, bad.order); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", bad, err, want)
		}
	}
}
