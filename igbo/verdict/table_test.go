package verdict_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/verdict"
)

// TestFromTable: each fold learns means and categories from its own training rows: a value that is missing gets another mean
// in each, and a category that one row alone has is no column where that row is held out. Rows of a patient stay together,
// also on inner folds, and the final encoding knows every category.
func TestFromTable(t *testing.T) {
	b := &strings.Builder{}
	fmt.Fprintln(b, "patient,dose,drug,effect")
	for i := range 24 {
		dose, drug := fmt.Sprint(i*i), []string{"a", "b"}[i%2]
		switch i {
		case 5:
			dose = ""
		case 7:
			drug = "rare"
		}
		fmt.Fprintf(b, "p%d,%s,%s,%d\n", i/3, dose, drug, i)
	}
	tab, err := table.ReadFrom(context.Background(), "visits.csv", strings.NewReader(b.String()), table.DefaultReadOptions())
	if err != nil {
		t.Fatal(err)
	}
	spec := table.DefaultSpec("effect")
	spec.Drop, spec.Missing = []string{"patient"}, table.Mean
	cfg := verdict.DefaultConfig(models.LinearSpec(), 0)
	cfg.Folds, cfg.Repeats = 4, 1
	split := table.DefaultSplitOptions(1)
	split.Group = "patient"
	order, err := dag.New([]string{"dose", "drug"}, []dag.Edge{{U: 0, V: 1, Mu: 0.1, Sigma: 0.1, P: 1, Epsilon: 0.01, Delta: 1}}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, encoding, err := verdict.FromTable(cfg, tab, spec, split, verdict.Fixed(order))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(encoding.Features(), "drug=rare") || p.All.Train.Samples() != 24 || !slices.Equal(p.Names, []string{"dose", "drug"}) {
		t.Errorf("all rows: %v, %d samples, %v", encoding.Features(), p.All.Train.Samples(), p.Names)
	}
	fills, without := map[float64]bool{}, 0
	for i, part := range p.Parts {
		if !slices.Contains(part.Train.Features, "drug=rare") {
			without++
		}
		if !slices.Equal(part.Train.Features, part.Test.Features) || len(part.Clusters) != part.Train.Samples() || len(part.Groups) != 2 {
			t.Errorf("part %d: %v to train on, %v held out, %d clusters", i, part.Train.Features, part.Test.Features, len(part.Clusters))
		}
		for row, y := range part.Train.Y {
			if y == 5 {
				fills[part.Train.X[row*len(part.Train.Features)]] = true
			}
			for other := range part.Train.Y[:row] {
				if same := int(y)/3 == int(part.Train.Y[other])/3; same != (part.Clusters[row] == part.Clusters[other]) {
					t.Errorf("part %d: the rows %g and %g are of the clusters %d and %d", i, y, part.Train.Y[other], part.Clusters[row], part.Clusters[other])
				}
			}
		}
	}
	if without != 1 || len(fills) != 3 {
		t.Errorf("%d of 4 folds lack the rare category, want 1; %d means stand in, want 3", without, len(fills))
	}
}
