package compare_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/compare/parts"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// TestFromTable checks that each fold learns means and categories from its own training rows. A
// missing value has a different mean in each fold, and a category of a single row has no column if
// that row is held out. Rows of a patient stay together, also in inner folds. The final encoding
// knows every category.
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
	tab := must.Of(table.ReadFrom(context.Background(), "visits.csv", strings.NewReader(b.String()), table.DefaultReadOptions())).In(t)
	spec := encode.DefaultSpec("effect")
	spec.Drop, spec.Missing = []string{"patient"}, encode.Mean
	cfg := compare.DefaultConfig(models.LinearSpec(), 0)
	cfg.Folds, cfg.Repeats = 4, 1
	split := table.DefaultSplitOptions(1)
	split.Group = "patient"
	order := must.Of(dag.New([]string{"dose", "drug"}, []dag.Edge{{U: 0, V: 1, Mu: 0.1, Sigma: 0.1, P: 1, Epsilon: 0.01, Delta: 1}}, nil, nil)).In(t)
	p, encoding, err := compare.FromTable(t.Context(), cfg, tab, spec, split, compare.Fixed(order))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(encoding.Features(), "drug=rare") || samplesOf(p.All) != 24 || !slices.Equal(p.Names, []string{"dose", "drug"}) {
		t.Errorf("all rows: %v, %d samples, %v", encoding.Features(), samplesOf(p.All), p.Names)
	}
	fills, without := map[float64]bool{}, 0
	for i, part := range p.Parts {
		train, test, clusters := dataOf(t, part)
		if !slices.Contains(part.Features(), "drug=rare") {
			without++
		}
		if n := samplesOf(part); !slices.Equal(train.Features, test.Features) || len(clusters) != n || n != train.Samples() || len(part.Groups) != 2 {
			t.Errorf("part %d: %v to train on, %v held out, %d clusters", i, train.Features, test.Features, len(clusters))
		}
		for row, y := range train.Y {
			if y == 5 {
				fills[train.X[row*len(train.Features)]] = true
			}
			for other := range train.Y[:row] {
				if same := int(y)/3 == int(train.Y[other])/3; same != (clusters[row] == clusters[other]) {
					t.Errorf("part %d: the rows %g and %g are of the clusters %d and %d", i, y, train.Y[other], clusters[row], clusters[other])
				}
			}
		}
	}
	if without != 1 || len(fills) != 3 {
		t.Errorf("%d of 4 folds lack the rare category, want 1; %d means stand in, want 3", without, len(fills))
	}
}

func samplesOf(p parts.Part) int {
	train, _ := p.Samples()
	return train
}

// dataOf returns the data of a part.
func dataOf(t *testing.T, p parts.Part) (train, test igbo.Data, clusters []int) {
	t.Helper()
	var err error
	if train, err = p.Train(); err != nil {
		t.Fatal(err)
	}
	if test, err = p.Test(); err != nil {
		t.Fatal(err)
	}
	if clusters, err = p.Clusters(); err != nil {
		t.Fatal(err)
	}
	return train, test, clusters
}

// TestFromTableSays checks the reported columns and omitted rows, and the notes that a group is not
// an input and that a date extends beyond its training range.
func TestFromTableSays(t *testing.T) {
	var b strings.Builder
	b.WriteString("patient,when,x,y\n")
	for i := range 40 {
		x := strconv.Itoa(i % 7)
		if i%10 == 3 {
			x = ""
		}
		fmt.Fprintf(&b, "p%d,2020-01-%02d,%s,%d\n", i%8, 1+i%28, x, i)
	}
	tab := must.Of(table.ReadFrom(context.Background(), "f.csv", strings.NewReader(b.String()), table.DefaultReadOptions())).In(t)
	spec := encode.DefaultSpec("y")
	spec.Missing = encode.DropRow
	cfg := compare.DefaultConfig(models.LinearSpec(), 0)
	cfg.Folds, cfg.Repeats = 4, 1
	for _, c := range []struct {
		group, time string
		names       []string
		warnings    int
	}{{"patient", "", []string{"when", "x"}, 0}, {"", "when", []string{"patient", "when", "x"}, 1}} {
		split := spec.SplitOptions(tab, 1)
		split.Group, split.Time = c.group, c.time
		none := func(d igbo.Data, _ []int) (*dag.DAG, error) { return dag.New(c.names, nil, nil, nil) }
		p, _, err := compare.FromTable(t.Context(), cfg, tab, spec, split, none)
		if err != nil || !slices.Equal(p.Names, c.names) || p.LeftOut != 4 || p.Rows != 40 || len(p.Columns) != 4 || len(p.Warnings) != c.warnings {
			t.Errorf("%+v: %v, names %q, %d of %d left out, %d columns, warnings %q", c, err, p.Names, p.LeftOut, p.Rows, len(p.Columns), p.Warnings)
		}
	}
}
