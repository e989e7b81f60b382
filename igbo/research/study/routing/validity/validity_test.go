package validity

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// few returns a study that takes seconds.
func few() Config {
	c := DefaultConfig()
	c.Distributions, c.Seeds, c.Seed0, c.Samples, c.Pairs, c.Probed = []string{"ring"}, 2, 2000, 200, 4, 2
	c.Elsewhere, c.Networks, c.Epochs, c.Baselines, c.Anchors, c.Coarse, c.Fine = 2, 2, 4, 2, 3, 8, 40
	c.Assessor.Steps, c.Oracle.Steps, c.Relaxed.Steps, c.Looks, c.Draws = 200, 20, 10, 20, 2
	return c
}

// TestEveryRouteIsMeasured checks the measures with a judge that uses the exact distance of the distribution. The straight path
// must have length 1, every path about the same sum of attributions, and the second run of the study must not compute anything.
func TestEveryRouteIsMeasured(t *testing.T) {
	r := studytest.Found[*Result](t, backendtest.Open(t), few())
	ring := r.Find("ring")
	backendtest.Near(t, "the straight path's lengths", ring.Find(straightName).Scores[length], []float64{1, 1}, 1e-12)
	for _, route := range ring.Routes {
		for _, m := range measures {
			v, has := route.Scores[m.key]
			if want := m.key != anchorsValid || route.Route != straightName && route.Route != baselinesName; has != want {
				t.Errorf("%s: %s is there %t, want %t", route.Route, m.name, has, want)
			}
			if slices.ContainsFunc(v, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
				t.Errorf("%s: %s is %v", route.Route, m.name, v)
			}
		}
		if route.Scores[length][0] < 1-1e-6 {
			t.Errorf("%s is shorter than straight: %g", route.Route, route.Scores[length][0])
		}
		if gap := route.Scores[gapFine][0]; gap > 0.05 {
			t.Errorf("%s: attributions miss the rise of the output by %g", route.Route, gap)
		}
	}
	if geodesic := ring.Find(geodesicName); geodesic.Scores[valid][0] < ring.Find(straightName).Scores[valid][0] {
		t.Errorf("the geodesic path is valid by %g, the straight one by %g", geodesic.Scores[valid][0], ring.Find(straightName).Scores[valid][0])
	}
}

// TestCountsBeyondSense checks that every count is rejected before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "samples", "pairs", "probed", "networks", "elsewhere", "epochs", "batch", "baselines", "anchors", "coarse", "fine", "looks", "draws")
}

func TestBadInput(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(*Config){
		`distribution "spiral" not found`: func(c *Config) { c.Distributions = []string{"spiral"} },
		"laws must have at least one":     func(c *Config) { c.Distributions = nil },
		"ring occurs twice":               func(c *Config) { c.Distributions = []string{"ring", "ring"} },
		"level must be a number":          func(c *Config) { c.Level = 1 },
		"radius must be a number":         func(c *Config) { c.Radius = 0 },
		"assessor: ":                      func(c *Config) { c.Assessor.Steps = 0 },
		"oracle: ":                        func(c *Config) { c.Oracle.Steps = 0 },
	})
}

// TestUnits checks that points are recovered from the training units, and that the baselines are in the support of the
// distribution.
func TestUnits(t *testing.T) {
	p := must.Of(newProblem(few(), "ring", 7)).In(t)
	distances := p.distribution.Distance(p.raw(p.baselines[1]))
	backendtest.Near(t, "baselines' distances", distances, make([]float64, len(distances)), 1e-9)
	backendtest.Near(t, "the mean of a feature", []float64{stat.Mean(records.Column(p.train.X, p.width(), 0), nil)}, []float64{0}, 1e-9)
}

// TestWeatherIsParted checks that the windows for training, for the judge and for attribution share no day.
func TestWeatherIsParted(t *testing.T) {
	c := few()
	p := must.Of(newProblem(c, weatherName, 7)).In(t)
	days := map[[4]float64]bool{}
	for from := 0; from < len(p.train.X); from += 4 {
		days[[4]float64(p.train.X[from:from+4])] = true
	}
	for name, points := range map[string][]float64{"the judge's": p.other, "the attributed": p.fresh} {
		shared := 0
		for from := 0; from < len(points); from += 4 {
			if days[[4]float64(points[from:from+4])] {
				shared++
			}
		}
		if share := float64(shared) / float64(len(points)/4); share > 0.01 { // some numbers are equal by chance
			t.Errorf("%.3f of %s days are trained on", share, name)
		}
	}
}

// planted returns a result on one distribution with these values of a measure, by path and seed.
func planted(distribution, key string, values map[string][]float64) *Result {
	r := &Result{Config: DefaultConfig()}
	r.Config.Distributions, r.Config.Seeds = []string{distribution}, 3
	l := Distribution{Distribution: distribution, Data: []float64{0.9, 1, 1}}
	for _, name := range []string{straightName, baselinesName, oracleName} {
		if v, ok := values[name]; ok {
			l.Routes = append(l.Routes, Route{name, map[string][]float64{key: v}})
		}
	}
	r.Distributions = []Distribution{l}
	return r
}

// TestVerdictsFollowTheNumbers checks that the mean decides, or the lower end if the goal is about the interval, and that a
// ratio is paired by seed.
func TestVerdictsFollowTheNumbers(t *testing.T) {
	verdict := func(r *Result, what string) string {
		for _, row := range r.Tables()[1].Rows {
			if row[0] == r.Config.Distributions[0] && strings.Contains(row[1], what) {
				return row[len(row)-1]
			}
		}
		return "no such goal"
	}
	ours := func(v ...float64) map[string][]float64 { return map[string][]float64{oracleName: v} }
	for _, c := range []struct {
		r          *Result
		what, want string
	}{
		{planted("curve", valid, ours(0.96, 0.97, 0.96)), "valid share of the path", "missed"},
		{planted("curve", valid, ours(0.97, 0.98, 0.98)), "valid share of the path", "met, stretch goal missed"},
		{planted("curve", valid, ours(0.99, 1, 1)), "valid share of the path", "met, stretch goal met"},
		{planted("ar", length, ours(1.2, 1.3, 1.3)), "length", "met"},
		{planted("ar", length, ours(1.3, 1.3, 1.4)), "length", "missed"},
		{planted("ring", gapCoarse, ours(1e-3, 1e-3, 1e-2)), "M = 20", "missed"},
		{planted("ring", gapFine, ours(1e-4, 1e-4, 1e-4)), "M = 50", "met"},
		{planted("ring", gapFine, ours(math.NaN(), 1, 1)), "M = 50", "undefined"},
		{planted("curve", errorOfTruth, map[string][]float64{straightName: {1, 2, 4}, oracleName: {0.5, 1, 2}}), "error", "met, stretch goal missed"},
		{planted("ring", auprc, map[string][]float64{straightName: {0.5, 0.7, 0.9}, oracleName: {0.5, 0.7, 0.9}}), "AUPRC", "met"},
		{planted("ring", auprc, map[string][]float64{straightName: {0.5, 0.7, 0.9}, oracleName: {0.6, 0.7, 0.9}}), "AUPRC", "missed"},
		{planted("ring", auprc, nil), "AUPRC", "not measured"},
		{planted("ring", auprc, nil), "seconds", "not measured"},
	} {
		if got := verdict(c.r, c.what); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	timed := planted("ring", auprc, nil)
	timed.Timing = &Timing{How: "here.", Distributions: []DistributionTiming{{Distribution: "ring", Training: study.NewEstimate([]float64{10, 12}, 0.95), Ratio: study.NewEstimate([]float64{1.2, 1.6}, 0.95)}}}
	if s, r := verdict(timed, "seconds"), verdict(timed, "time ÷"); s != "met, stretch goal met" || r != "missed" {
		t.Errorf("seconds are %q, their ratio %q", s, r)
	}
}

// TestNotesSayWhereItLoses checks that the notes use the paired intervals, even if the intervals of the paths overlap.
func TestNotesSayWhereItLoses(t *testing.T) {
	r := planted("ring", auprc, map[string][]float64{straightName: {0.5, 0.7, 0.9}, baselinesName: {0.6, 0.81, 1}, oracleName: {0.52, 0.71, 0.92}})
	text := r.Tables()[2].Text()
	for _, want := range []string{
		`Compared with the path "straight", the oracle is better in: AUPRC; worse in: nothing.`,
		`Compared with the path "straight, 8 baselines", the oracle is better in: nothing; worse in: AUPRC.`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestSeriesAreMeasured checks the available measures of a distribution of series and of the weather, which has no known
// distribution.
func TestSeriesAreMeasured(t *testing.T) {
	c := few()
	c.Distributions, c.Seeds, c.SeriesEpochs, c.Elsewhere, c.SeriesOracle.Steps, c.Pairs = []string{"ar", weatherName}, 1, 1, 1, 3, 2
	c.Assessor.Steps, c.Relaxed.Steps, c.Baselines, c.Fine = 60, 2, 1, 8
	r := studytest.Found[*Result](t, backendtest.Open(t), c)
	for distribution, truth := range map[string]bool{"ar": true, weatherName: false} {
		for _, route := range r.Find(distribution).Routes {
			for _, key := range []string{errorOfTruth, auprc} {
				if _, has := route.Scores[key]; has != truth {
					t.Errorf("%s, %s: %s is there %t, want %t", distribution, route.Route, key, has, truth)
				}
			}
			if v := route.Scores[valid]; len(v) != 1 || v[0] < 0 || v[0] > 1 {
				t.Errorf("%s, %s: valid %v", distribution, route.Route, v)
			}
		}
	}
}
