package compare_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// TestSpooled checks that a table in a file gives the same comparison, and the same bytes of the
// model, as in memory. The table has numbers with missing cells, words and dates. The test covers a
// linear model and a network, with a gate.
func TestSpooled(t *testing.T) {
	t.Parallel()
	const n = 5_000 // inner folds have more rows than are read at once
	b, rng := &strings.Builder{}, rand.New(rand.NewPCG(5, 1))
	fmt.Fprintln(b, "x0,x1,x2,x3,x4,x5,x6,word,day,target")
	for i := range n {
		y := 0.0
		for k := range 7 {
			v := rng.NormFloat64()
			if y += v / float64(k+1); k == 3 && i%97 == 0 {
				b.WriteString("NA,")
				continue
			}
			fmt.Fprintf(b, "%.3f,", v)
		}
		fmt.Fprintf(b, "%s,2021-0%d-1%d,%.3f\n", []string{"north", "south", "east"}[rng.IntN(3)], 1+rng.IntN(9), rng.IntN(9), y+rng.NormFloat64())
	}
	backend := backendtest.Open(t)
	for _, spec := range []models.Spec{models.LinearSpec(), models.MLPSpec(models.MLPConfig{Hidden: []int{4}, Activation: "relu"})} {
		var comparisons []string
		var files []igbo.Files
		for _, space := range []*spool.Space{nil, {Least: 1}} {
			o := table.DefaultReadOptions()
			o.Space = space
			tab := must.Of(table.ReadFrom(context.Background(), "f.csv", strings.NewReader(b.String()), o)).In(t)
			if tab.Space() != space {
				t.Fatal("the table lies in the wrong place")
			}
			cfg := compare.DefaultConfig(spec, 0)
			cfg.Folds, cfg.Repeats, cfg.InnerFolds, cfg.Steps, cfg.Epochs, cfg.Gate = 2, 1, 2, 1, 1, true
			cfg.Burn, cfg.Draws = 20, 60
			columns := encode.DefaultSpec("target")
			columns.Missing = encode.Mean
			encoding := must.Of(encode.Fit(tab, nil, columns)).In(t)
			_, names := encoding.Groups()
			order := must.Of(dag.New(names, []dag.Edge{{U: 1, V: 0, Mu: 0.1, Sigma: 0.1, P: 1, Epsilon: 0.01, Delta: 1}}, nil, nil)).In(t)
			p, _, err := compare.FromTable(t.Context(), cfg, tab, columns, columns.SplitOptions(tab, 1), compare.Fixed(order))
			if err != nil {
				t.Fatal(err)
			}
			v := must.Of(compare.Evaluate(context.Background(), backend, cfg, p, workflow.Options{Unkept: true})).In(t)
			text := must.Of(json.Marshal(v)).In(t)
			comparisons, files = append(comparisons, string(text)), append(files, v.Files)
			if err := space.Close(); err != nil {
				t.Error(err)
			}
		}
		if comparisons[0] != comparisons[1] {
			t.Errorf("%s: in memory\n%s\nin a file\n%s", spec.Kind, comparisons[0], comparisons[1])
		}
		for name, held := range files[0] {
			if string(files[1][name]) != string(held) {
				t.Errorf("%s: %s of the model differs", spec.Kind, name)
			}
		}
	}
}
