package calibration

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/calibrate"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/plots"
)

// few returns a small study.
func few() Config {
	c := DefaultConfig()
	c.Seeds, c.Repetitions, c.Resamples, c.Limits.Batches = 3, 4, 20, 200
	c.Estimators = []estimate.Method{estimate.BetweenBatch, estimate.WithinBatch, estimate.Bootstrap}
	return c
}

func mustRun(t *testing.T, c Config) *Result { return studytest.Found[*Result](t, nil, c) }

// TestRatesAreThoseOfCalibrate checks that the rates with one seed are those of calibrate.Run, bit for bit and in the same
// order.
func TestRatesAreThoseOfCalibrate(t *testing.T) {
	c := few()
	c.Seeds = 1
	r := mustRun(t, c)
	i := 0
	for _, e := range c.Estimators {
		for _, d := range c.Data {
			for _, alpha := range c.Alphas {
				o := dag.DefaultOptions()
				o.Estimator, o.Alpha, o.Resamples, o.Batches = e, alpha, c.Resamples, d.Batches
				want := must.Of(calibrate.Run(c.Truth, d.Rows, c.Repetitions, o)).In(t)
				got := r.Rates[i]
				i++
				if got.Estimator != string(e) || got.Data != d || got.Alpha != alpha || got.FalseEdges.Mean != want.FalseEdges || got.Reversed.Mean != want.Reversed ||
					got.Found.Mean != want.Found || got.CoverBatch.Mean != want.CoverBatch || got.CoverMean.Mean != want.CoverMean || got.Cyclic.Mean != want.Cyclic {
					t.Errorf("%+v, want %+v", got, want)
				}
			}
		}
	}
	if i != len(r.Rates) {
		t.Errorf("%d rates, want %d", len(r.Rates), i)
	}
}

// TestNominalRate checks that within-batch variances, which are nearly known, give edges between equal means at the nominal
// rate. Too few batches for the variance between them must give more edges.
func TestNominalRate(t *testing.T) {
	c := few()
	c.Truth.Means, c.Truth.Common = []float64{0, 0}, 0
	c.Estimators, c.Data, c.Alphas = c.Estimators[:2], []Data{{Rows: 64}, {Rows: 200, Batches: 50}}, []float64{0.5, 0.7, 0.8}
	c.Seeds, c.Repetitions = 20, 200
	for _, x := range mustRun(t, c).Rates {
		excess := x.FalseEdges.Mean - x.Nominal
		if few := x.Estimator == string(estimate.BetweenBatch) && x.Data.Batches == 0 && x.Alpha > 0.5; few != (excess > 0.1) || !few && math.Abs(excess) > 0.03 {
			t.Errorf("%s on %s, α = %g: %.3f, nominal %.3f", x.Estimator, x.Data, x.Alpha, x.FalseEdges.Mean, x.Nominal)
		}
		if x.FalseEdges.Low > x.FalseEdges.Mean || len(x.FalseEdges.Values) != 20 {
			t.Errorf("%+v", x.FalseEdges)
		}
	}
	if p := c.Nominal(Data{Rows: 10}, 0.5); p != 1 {
		t.Errorf("α = ½ draws %g of the edges, want all", p)
	}
}

// TestOneSeedMore checks that one more seed only needs its own cells.
func TestOneSeedMore(t *testing.T) {
	more := few()
	more.Seeds++
	first, second, there, all := studytest.Grown[*Result](t, nil, few(), more)
	if there < all*6/10 || !reflect.DeepEqual(second.Rates[5].Found.Values[:3], first.Rates[5].Found.Values) {
		t.Errorf("%d of %d were there", there, all)
	}
}

// TestCancellation cancels between two thresholds and between two batch means.
func TestCancellation(t *testing.T) {
	studytest.Cancelled[*Result](t, nil, few(), 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := batchMeans(ctx, &workflow.Work{}, DefaultLimits()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestResult checks that tables and figures show every estimator.
func TestResult(t *testing.T) {
	c := few()
	r := mustRun(t, c)
	tables := r.Tables()
	if len(tables) != 2 || len(tables[0].Rows) != 4*(1+3) || len(tables[0].Data) != 1+3*4*5 || len(tables[1].Rows) != 3 {
		t.Errorf("tables %v", tables)
	}
	figures, err := r.Figures()
	if err != nil || len(figures) != 3 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	c.Data = c.Data[3:]
	if figures, err := mustRun(t, c).Figures(); err != nil || len(figures) != 2 {
		t.Errorf("%d figures of redrawn batches alone, %v", len(figures), err)
	}
}

// TestFewSeeds checks that one seed has no interval, and that no interval of a rate leaves [0, 1].
func TestFewSeeds(t *testing.T) {
	for seeds, want := range map[int]string{1: "With one seed there is no interval.", 2: "limited to [0, 1]. The ends of the intervals are at most "} {
		c := few()
		c.Seeds = seeds
		r := mustRun(t, c)
		table := r.Tables()[0]
		notes := strings.Join(table.Notes, " ")
		if !strings.Contains(notes, want) || strings.Contains(notes, "-0.") || !strings.Contains(notes, "Covers true mean: ") || strings.Contains(table.Title, "1 seeds") {
			t.Errorf("%s: notes %q", table.Title, notes)
		}
		for _, row := range table.Data[1:] {
			for k := 5; k < len(row); k += 3 {
				low, _ := strconv.ParseFloat(row[k+1], 64)
				high, _ := strconv.ParseFloat(row[k+2], 64)
				if seeds == 1 && row[k+1]+row[k+2] != "" || low < 0 || high > 1 {
					t.Errorf("interval [%s, %s] of %s over %d seeds", row[k+1], row[k+2], table.Data[0][k], seeds)
				}
			}
		}
		for _, f := range must.Of(r.Figures()).In(t)[:2] {
			if title := f.(*plots.Chart).Title(); !strings.Contains(title, study.Intervals(level, seeds)) {
				t.Errorf("title %q", title)
			}
		}
		if band := r.covers()[0].Low != nil; band != (seeds > 1) {
			t.Errorf("a band of %d seeds", seeds)
		}
	}
}

// TestEqualLinesAreOne checks that estimators with the same values share a line with both names.
func TestEqualLinesAreOne(t *testing.T) {
	c := few()
	c.Estimators = []estimate.Method{estimate.WithinBatch, estimate.Truncated, estimate.BetweenBatch}
	lines := mustRun(t, c).covers()
	if len(lines) != 3 || lines[0].Name != "within" || lines[1].Name != "truncated, between" || lines[2].Name != "nominal" {
		t.Errorf("lines %+v", lines)
	}
}

// TestCountsBeyondSense checks that every count is rejected near 2⁶³ and at 10¹¹, before memory is allocated and before
// anything runs.
func TestCountsBeyondSense(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "repetitions", "batch_size", "resamples", "limits.rows")
	studytest.Counts(t, DefaultConfig, map[string]func(c *Config, n int){"rows": func(c *Config, n int) { c.Data[0].Rows = n }})
	studytest.Refused(t, map[string]func(n int) error{
		"normal limits":        func(n int) error { _, err := NormalLimits([]float64{0, 1}, []int{2}, n, 1); return err },
		"normal limits' sizes": func(n int) error { _, err := NormalLimits([]float64{0, 1}, []int{n}, 1000, 1); return err },
	})
}

// TestConfigNamesWhatIsWrong checks the errors for settings that are not counts.
func TestConfigNamesWhatIsWrong(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(c *Config){
		"want one of":                       func(c *Config) { c.Estimators[2] = "oracle" },
		"want α in":                         func(c *Config) { c.Alphas[1] = 1 },
		"data must have at least one entry": func(c *Config) { c.Data = nil },
		"the first weight must not be 0":    func(c *Config) { c.Limits.Weights[0] = 0 },
		"at least 2 batches":                func(c *Config) { c.Data[1].Rows = 63 },
		"at least 2 rows":                   func(c *Config) { c.Estimators, c.BatchSize = c.Estimators[1:2], 1 },
		"2⁶³":                               func(c *Config) { c.Seed0 = math.MaxInt64 },
	})
}

// TestSettings checks that every setting changes its cells.
func TestSettings(t *testing.T) {
	c := few()
	c.Seeds, c.Repetitions, c.Limits.Batches, c.Data = 1, 2, 10, c.Data[:2]
	if n := studytest.Settings[*Result](t, nil, c); n < 25 {
		t.Errorf("%d settings were changed", n)
	}
}

// TestScarceData checks that every estimator can build graphs with the settings that Validate accepts.
func TestScarceData(t *testing.T) {
	for _, e := range estimate.Methods() {
		for _, size := range []int{1, 2, 4} {
			for _, d := range []Data{{Rows: 1}, {Rows: 2}, {Rows: 3}, {Rows: 7}, {Rows: 8}, {Rows: 3, Batches: 1}, {Rows: 1, Batches: 2}, {Rows: 5, Batches: 3}} {
				c := few()
				c.Estimators, c.BatchSize, c.Data, c.Seeds = []estimate.Method{e}, size, []Data{d}, 1
				if c.Validate() != nil {
					continue
				}
				if _, err := workflow.Run(t.Context(), nil, c, workflow.Options{Unkept: true}); err != nil {
					t.Errorf("%s on %s in batches of %d: %v", e, d, size, err)
				}
			}
		}
	}
}
