package teacherstudent

import (
	"fmt"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// text returns the text of a figure.
func text(t *testing.T, f plots.Figure, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	svg := must.Of(f.SVG()).In(t)
	return strings.ReplaceAll(string(svg), "&#39;", "'")
}

// TestFiguresSayWhatIsSeen checks that titles, legends and levels follow from the result.
func TestFiguresSayWhatIsSeen(t *testing.T) {
	res := mustRun(t, quick())
	holds := func(text string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("no %q in the figure", w)
			}
		}
	}
	figures, err := res.Figures()
	if err != nil || len(figures) != 1 {
		t.Fatal(len(figures), err)
	}
	holds(text(t, figures[0], nil), "The order changes", "mean signed score H", "students with adam 0.001, 2 seeds, ± standard deviation")
	f, err := res.ErrorFigure()
	holds(text(t, f, err), "least squares", "2 seeds, mean ± standard deviation", "validation MSE", "sgd 0.01")
	f, err = res.SeedFigure(1)
	seed := text(t, f, err)
	holds(seed, "seed 2", fmt.Sprintf("teacher, adam 0.001 (MSE %.4g)", res.Rows[1].ValMSE.Values[1]), "IGBO, sgd 0.01")
	_, drawn, _ := strings.Cut(seed, "</desc>")                                              // the description also has the names
	if n, want := strings.Count(drawn, "(MSE "), 4*(1+len(res.DAG[1].Features)); n != want { // in the legend, and at each dot
		t.Errorf("%d names in the figure of four models of a seed, want %d", n, want)
	}
	if _, err := res.SeedFigure(2); err == nil {
		t.Error("the third of two seeds has a figure")
	}
	f, err = res.DAG[0].Figure()
	holds(text(t, f, err), "Seed 1: ")
}

// TestLowest checks that the title of an order names the feature to which most edges lead.
func TestLowest(t *testing.T) {
	d := SeedDAG{Seed: 1, Features: []string{"a", "b", "c"}}
	for want, edges := range map[string][]plots.DAGEdge{
		"Seed 1: no edge":                nil,
		"Seed 1: 1 of 1 edge leads to b": {{U: 0, V: 1}},
		"Seed 1: 2 of 3 edges lead to c": {{U: 0, V: 2}, {U: 0, V: 1}, {U: 1, V: 2}},
	} {
		if got := d.lowest(edges); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestMoved checks that a feature counts if the means of the students differ by more than the baseline's standard deviation.
func TestMoved(t *testing.T) {
	still, wide := study.NewStat([]float64{0.1, 0.3}), study.NewStat([]float64{0, 1})
	for want, guided := range map[string][]*study.Stat{
		"The order changes no feature's mean score by more than the SD over seeds":     {study.NewStat([]float64{0.2, 0.3}), still},
		"The order changes 1 of 2 features' mean score by more than the SD over seeds": {study.NewStat([]float64{0.4, 0.5}), still},
		"The order changes 2 of 2 features' mean score by more than the SD over seeds": {study.NewStat([]float64{0.4, 0.5}), study.NewStat([]float64{-1, -1})},
	} {
		if got := moved([]*study.Stat{still, wide}, guided); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTablesOfTheNotebook checks a line for every comparison and both scores. Only the pair of different optimisers may have
// the number of the paper.
func TestTablesOfTheNotebook(t *testing.T) {
	res := mustRun(t, quick())
	if e := res.ErrorTable(); e.Notes != nil || len(e.Rows) != 8 || !strings.HasPrefix(e.Title, "Table I, 2 seeds") {
		t.Errorf("table %q with %d rows and the notes %v", e.Title, len(e.Rows), e.Notes)
	}
	c := res.ComparisonTable()
	if len(c.Rows) != 4 || len(c.Notes) != 1 || c.Rows[0][4] != "–" || c.Rows[3][4] != "-71.0 %" {
		t.Errorf("comparisons %v with the notes %v", c.Rows, c.Notes)
	}
	if got, want := c.Rows[0][2], fmt.Sprintf("%+.1f %%", -100*res.Comparisons[0].OfMeans); got != want {
		t.Errorf("change %s, want %s", got, want)
	}
	f := res.FreshnessTable()
	if len(f.Rows) != 2 || f.Rows[0][0] != "signed" || f.Rows[1][2] != fmt.Sprintf("%.4f", res.Freshness[1].ArbitraryFresh.Mean) {
		t.Errorf("freshness %v", f.Rows)
	}
	for _, table := range []tabulate.Table{c, f} {
		for _, row := range table.Data {
			if len(row) != len(table.Data[0]) {
				t.Errorf("%s: a line of %d columns, want %d", table.Name, len(row), len(table.Data[0]))
			}
		}
	}
}

// TestFiguresOfOneSeed checks that one seed gives every figure and table, without standard deviations.
func TestFiguresOfOneSeed(t *testing.T) {
	cfg := quick()
	cfg.Seeds = 1
	res := mustRun(t, cfg)
	figures := must.Of(res.Figures()).In(t)
	for name, draw := range map[string]func() (plots.Figure, error){
		"adam 0.001, 1 seed)":              func() (plots.Figure, error) { return figures[0], nil },
		"of its baseline's error (1 seed)": res.ErrorFigure,
		"mean signed score H":              func() (plots.Figure, error) { return res.SeedFigure(0) },
	} {
		f, err := draw()
		if s := text(t, f, err); !strings.Contains(s, name) || strings.Contains(s, "deviation") {
			t.Errorf("no %q in the figure, or a deviation", name)
		}
	}
	if c := res.ComparisonTable(); c.Data[1][4] != "" || !strings.HasSuffix(c.Title, "1 seed") {
		t.Errorf("comparisons %q with the deviation %q", c.Title, c.Data[1][4])
	}
}
