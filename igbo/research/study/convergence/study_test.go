package convergence

import (
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// few returns a small study with a run that diverges.
func few() Config {
	c := DefaultConfig()
	c.Problems, c.Rules, c.Steps = []string{"quadratics", "hinge"}, []string{"paper", "pcgrad", "mgda"}, 200
	return c
}

// TestOneRuleMore checks that one more rule only needs its own cells.
func TestOneRuleMore(t *testing.T) {
	more := few()
	more.Rules = append(more.Rules, "imtl-g")
	if _, _, there, all := studytest.Grown[*Result](t, nil, few(), more); all != 2*(4+1+1+1)*4*200 || there < 2*(4+1+1)*4*200 {
		t.Errorf("begins at %d of %d steps", there, all)
	}
}

// TestProgressAndCancellation checks that steps are reported within a run, and that a run ends when it is cancelled.
func TestProgressAndCancellation(t *testing.T) {
	c := few()
	c.Problems, c.Rules, c.Lambdas, c.StepRules, c.Steps = []string{"hinge"}, []string{"paper"}, []float64{0.5}, []string{"inverse"}, 1e9
	if reports := studytest.Cancelled[*Result](t, nil, c, 3*between); reports < 3 || reports > 4 {
		t.Errorf("%d reports", reports)
	}
}

// TestResult checks that its tables and figures show every run.
func TestResult(t *testing.T) {
	r := mustRun(t, few())
	tables := r.Tables()
	if len(tables[0].Rows) != 4 || len(tables[1].Rows) != 2*(4+1+1) || len(tables[1].Data) != 1+len(r.Runs) {
		t.Errorf("%d, %d and %d rows", len(tables[0].Rows), len(tables[1].Rows), len(tables[1].Data))
	}
	if notes := strings.Join(tables[0].Notes, " "); !strings.Contains(notes, "of 24 runs on hinge losses") || !strings.Contains(notes, "of 24 runs on smooth") {
		t.Errorf("notes %q", notes)
	}
	figures, err := r.Figures()
	if err != nil || len(figures) != 3 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
}

// TestDivergedRuns checks that residuals that are not finite, or zero from the start, end a curve but not a figure.
func TestDivergedRuns(t *testing.T) {
	r := mustRun(t, few())
	for i := range r.Runs {
		r.Runs[i].Residual[3], r.Runs[i].Last = math.NaN(), math.NaN()
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 3 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
	for i := range r.Runs {
		r.Runs[i].Residual[0] = 0
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 0 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
	for _, table := range r.Tables() {
		if !strings.Contains(table.Text(), "NaN") {
			t.Errorf("%s hides what diverged", table.Name)
		}
	}
}

// TestFiguresSayHowARunFalls checks that a run that reaches 0 falls to the floor of its figure, that a geometric run has its
// factor in the legend, and that a power law is only fitted to other runs.
func TestFiguresSayHowARunFalls(t *testing.T) {
	zero := Run{At: []float64{1, 3}, Residual: []float64{2, 2}, First: 2, Taken: 6}
	if c := zero.curve("a", 0.2); c.Name != "a (→ 0 at step 7)" || !c.NoFit || c.Steps[2] != 7 || c.Residual[2] != 0.2 || len(zero.At) != 2 {
		t.Errorf("%+v", c)
	}
	geometric := Run{At: []float64{1, 2}, Residual: []float64{2, 1}, First: 2, Last: 1, Factor: 0.5213, Linear: true}
	if c := geometric.curve("a", 1); c.Name != "a (× 0.521 a step)" || !c.NoFit || len(c.Steps) != 2 {
		t.Errorf("%+v", c)
	}
	geometric.Last, geometric.Taken = 0, 30
	if c := geometric.curve("a", 0.1); c.Name != "a (× 0.521 a step, → 0 at step 31)" || len(c.Steps) != 3 {
		t.Errorf("%+v", c)
	}
	power := Run{At: []float64{1, 2}, Residual: []float64{2, 1}, First: 2, Last: 1, Factor: 0.5, Power: -1}
	if c := power.curve("a", 1); c.Name != "a" || c.NoFit {
		t.Errorf("%+v", c)
	}
}

// TestTablesAreReadable checks that 0 and 1 have no decimals, that a rule without λ shows none, and that every sign is
// explained.
func TestTablesAreReadable(t *testing.T) {
	tables := mustRun(t, few()).Tables()
	for _, table := range tables {
		text := table.Text()
		for _, sign := range []string{"0e+00", "1e+00", "1.0e+00", "0.0e+00", "within 1e-5", "0 of 48"} {
			if strings.Contains(text, sign) {
				t.Errorf("%s has %q:\n%s", table.Name, sign, text)
			}
		}
	}
	for _, row := range tables[1].Rows {
		if has := row[1] == "paper"; has == (row[2] == "–") {
			t.Errorf("row %q", row)
		}
	}
	for i, want := range []string{"Geometric: ", "·: max(L, H)"} {
		if notes := strings.Join(tables[i].Notes, " "); !strings.Contains(notes, want) {
			t.Errorf("notes %q without %q", notes, want)
		}
	}
}

// TestSettings checks that every setting changes its cells.
func TestSettings(t *testing.T) {
	c := few()
	c.Steps = 30
	if n := studytest.Settings[*Result](t, nil, c); n < 8 {
		t.Errorf("%d settings were changed", n)
	}
}
