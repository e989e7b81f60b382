package teacherstudent

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/study"
)

// quick is the experiment with fewer epochs and seeds.
func quick() Config {
	cfg := DefaultConfig()
	cfg.Seeds, cfg.Epochs, cfg.Attribution.Points = 2, 3, 4
	return cfg
}

func mustRun(t *testing.T, cfg Config) *Result {
	t.Helper()
	r, err := study.Run(t.Context(), backendtest.Open(t), cfg, study.Options{Unkept: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func encode(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSameConfigSameBytes: the result of one configuration is one text, and
// holds no NaN.
func TestSameConfigSameBytes(t *testing.T) {
	a, b := encode(t, mustRun(t, quick())), encode(t, mustRun(t, quick()))
	if a != b {
		t.Error("two runs of one configuration differ")
	}
	if len(a) < 1000 || strings.Contains(a, "NaN") {
		t.Errorf("result of %d bytes", len(a))
	}
}

// TestRows: least squares, teacher, and a pair for each setting, with the
// paper's numbers, one value a seed, and null deviations for one seed.
func TestRows(t *testing.T) {
	cfg := quick()
	cfg.Seeds = 1
	res := mustRun(t, cfg)
	var names []string
	for _, row := range res.Rows {
		names = append(names, row.Name)
		if len(row.ValMSE.Values) != 1 || row.ValMSE.SD != nil {
			t.Errorf("%s: %+v, want one value and no deviation", row.Name, row.ValMSE)
		}
		if (row.ConflictShare != nil) != (row.Name == "igbo") {
			t.Errorf("%s has the conflict share %v", row.Name, row.ConflictShare)
		}
		if (row.PaperValMSE == nil) != (row.Name == "least_squares") {
			t.Errorf("%s has the paper's number %v", row.Name, row.PaperValMSE)
		}
	}
	if got := strings.Join(names, " "); got != "least_squares teacher baseline igbo baseline igbo baseline igbo" {
		t.Errorf("rows %s", got)
	}
	if len(res.Comparisons) != 4 || res.Comparisons[3].Name != "mixed_optimizers" || res.Comparisons[3].Fair || *res.Comparisons[3].Paper != 0.71 {
		t.Errorf("comparisons %+v, want three fair ones and the mixed one", res.Comparisons)
	}
	if len(res.Freshness) != 2 || len(res.Importance) != 7 || len(res.DAG) != 1 {
		t.Errorf("%d freshness checks, %d importances, %d DAGs", len(res.Freshness), len(res.Importance), len(res.DAG))
	}
}

// TestVerdict9OptimizerArtefact: trained identically, with SGD that reaches
// the least-squares level, baseline and IGBO agree within 3 %; with Adam at
// 1e-3 both stay far above it, as 3840 steps of 1e-3 cannot reach the
// weights; and only mixing the two looks like the paper's 71 %.
func TestVerdict9OptimizerArtefact(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Seeds, cfg.Optimizers = 1, []igbo.Optimizer{adamSlow, sgdPlain}
	res := mustRun(t, cfg)
	mse := func(name, optimizer string) float64 {
		for _, row := range res.Rows {
			if row.Name == name && (row.Optimizer == nil || *row.Optimizer == optimizer) {
				return row.ValMSE.Mean
			}
		}
		t.Fatalf("no row %s %s", name, optimizer)
		return 0
	}
	best := mse("least_squares", "")
	for _, optimizer := range []string{"adam", "sgd"} {
		if ratio := mse("igbo", optimizer) / mse("baseline", optimizer); math.Abs(ratio-1) > 0.03 {
			t.Errorf("%s: IGBO has %.3f of the baseline's error, want within 3 %%", optimizer, ratio)
		}
	}
	if r := mse("baseline", "sgd") / best; math.Abs(r-1) > 0.05 {
		t.Errorf("SGD reaches %.3f of least squares, want within 5 %%", r)
	}
	if r := mse("baseline", "adam") / best; r < 2 {
		t.Errorf("Adam at 1e-3 reaches %.2f times least squares, want an under-trained baseline, at least twice", r)
	}
	if mixed := res.Comparisons[len(res.Comparisons)-1]; mixed.Name != "mixed_optimizers" || mixed.OfMeans < 0.5 {
		t.Errorf("mixed comparison %+v, want a reduction of more than half", mixed)
	}
	if teacher := mse("teacher", "adam"); teacher > 5 || teacher < 0.01 {
		t.Errorf("teacher MSE %.3f: the table's 1.85 is the right order, the text's 'well below 0.01' is not", teacher)
	}
}

// TestVerdict8SignedLossIsConstantInPopulation: on a large fresh sample the
// interpretability loss of linear models with very different weights is the
// mean of ε for the signed score, and differs for the absolute one.
func TestVerdict8SignedLossIsConstantInPopulation(t *testing.T) {
	task, err := datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 1)
	if err != nil {
		t.Fatal(err)
	}
	sample := task.Fresh(40000, 7)
	order, err := dag.New(sample.Features, []dag.Edge{
		{U: 0, V: 1, P: 0.8, Epsilon: 0.03, Delta: 0.05}, {U: 2, V: 5, P: 0.8, Epsilon: 0.02, Delta: 0.04},
	}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	loss := func(kind attribution.ScoreKind, w []float64) float64 {
		cfg := attribution.DefaultConfig()
		cfg.Score = kind
		v, err := objective.Evaluate(Linear{w: w}.scores(sample, cfg), order)
		if err != nil {
			t.Fatal(err)
		}
		return v.Loss
	}
	flat, steep := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, []float64{9, 1, 8, 1, 1, 0.1, 1, 1, 1, 1}
	for _, w := range [][]float64{flat, steep} {
		if l := loss(attribution.Signed, w); math.Abs(l-0.025) > 0.004 {
			t.Errorf("signed loss %.4f at %v, want the mean of ε, 0.025", l, w)
		}
	}
	if a, b := loss(attribution.Absolute, flat), loss(attribution.Absolute, steep); math.Abs(a-b) < 0.05 {
		t.Errorf("absolute loss %.4f and %.4f, want it to tell the models apart", a, b)
	}
}

// TestLeastSquaresIsOptimal: the normal equations hold, and the closed-form
// scores are those of the graph.
func TestLeastSquaresIsOptimal(t *testing.T) {
	task, err := datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 3)
	if err != nil {
		t.Fatal(err)
	}
	fit, err := leastSquares(task.Train)
	if err != nil {
		t.Fatal(err)
	}
	best := fit.MSE(task.Train)
	for k := range append(fit.w, 0) {
		moved := Linear{w: append([]float64{}, fit.w...), b: fit.b}
		if k < len(fit.w) {
			moved.w[k] += 0.01
		} else {
			moved.b += 0.01
		}
		if moved.MSE(task.Train) <= best {
			t.Errorf("moving coefficient %d lowers the error", k)
		}
	}
}

// TestEmptyDAGInTheAblation: at a high α some DAGs have no edge; the row says
// so and the student is the baseline.
func TestEmptyDAGInTheAblation(t *testing.T) {
	base := quick()
	base.Seeds = 1
	cfg := DefaultAblationConfig(base)
	cfg.Alphas, cfg.Lambdas, cfg.Rs = []float64{0.5, 0.999}, []float64{0.5}, []float64{1}
	var last, total atomic.Int64
	a, err := study.Run(t.Context(), backendtest.Open(t), cfg, study.Options{Unkept: true, Progress: func(done, of int) {
		last.Store(max(last.Load(), int64(done)))
		total.Store(int64(of))
	}})
	if err != nil {
		t.Fatal(err)
	}
	full, empty := a.Rows[0], a.Rows[1]
	if full.Edges.Mean != 45 || full.EmptyDAGs != 0 || full.Note != "" || full.Conflicts.Mean == 0 {
		t.Errorf("α = ½: %+v, want a total order of 45 edges", full)
	}
	if empty.EmptyDAGs != 1 || empty.Reduction.Mean != 0 || empty.IGBOLoss.Mean != 0 || !strings.Contains(empty.Note, "no edge in 1 of 1 seeds") {
		t.Errorf("α = 0.999: %+v, want an empty DAG that says so", empty)
	}
	if last.Load() != total.Load() || total.Load() == 0 {
		t.Errorf("progress ended at %d of %d", last.Load(), total.Load())
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var once sync.Once
	_, err := study.Run(ctx, backendtest.Open(t), DefaultConfig(), study.Options{Unkept: true, Progress: func(done, _ int) {
		if done > 20 {
			once.Do(cancel)
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestBadInput(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"0 seeds":                 func(c *Config) { c.Seeds = 0 },
		"1 batches for the DAG":   func(c *Config) { c.DAGBatches = 1 },
		"no optimiser":            func(c *Config) { c.Optimizers = nil },
		"α":                       func(c *Config) { c.Alpha = 1 },
		"r ":                      func(c *Config) { c.R = -1 },
		"λ = 0":                   func(c *Config) { c.Lambda = 0 },
		"projection: ":            func(c *Config) { c.Rule = "magic" },
		"unknown score \"loud\"":  func(c *Config) { c.Attribution.Score = "loud" },
		"0 quadrature points":     func(c *Config) { c.Attribution.Points = 0 },
		"batch size 0":            func(c *Config) { c.Batch = 0 },
		"0 epochs":                func(c *Config) { c.Epochs = 0 },
		"unknown optimiser \"x\"": func(c *Config) { c.Optimizers = []igbo.Optimizer{{Name: "x", LearningRate: 1}} },
	} {
		cfg := DefaultConfig()
		change(&cfg)
		if _, err := study.Run(t.Context(), backendtest.Open(t), cfg, study.Options{Unkept: true}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	singular := datasets.Table{Features: []string{"a", "b"}, X: mustRows(mat.NewDense(3, 2, []float64{1, 2, 2, 4, 3, 6})), Y: []float64{1, 2, 3}}
	if _, err := leastSquares(singular); err == nil || !strings.Contains(err.Error(), "least squares on 3 points") {
		t.Errorf("singular design: %v", err)
	}
}

func mustRows(m *mat.Dense) [][]float64 {
	n, _ := m.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = mat.Row(nil, i, m)
	}
	return rows
}
