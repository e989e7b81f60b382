package realdata

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/task"
)

// brief returns a small study.
func brief() Config {
	c := DefaultConfig()
	c.Sets, c.NetworkSets, c.Shortcut.Sets = []string{penguinsMass, penguinsSpecies}, []string{anes96}, []string{anes96}
	c.Sizes, c.Centre, c.Draws, c.NetworkDraws, c.Test = []int{10, 12}, []int{12}, 2, 1, 30
	c.Steps, c.SignedSteps, c.NetworkSteps, c.NetworkPoints, c.Shortcut.Samples = 3, 2, 2, 2, 20
	c.Network.Hidden = []int{2}
	return c
}

// TestCancellation cancels within a cell.
func TestCancellation(t *testing.T) {
	c := brief()
	c.Steps = 1e7
	studytest.Cancelled[*Result](t, backendtest.Open(t), c, 4)
}

// TestSenseless checks invalid counts, numbers and names.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "draws", "test", "steps", "signed_steps", "network_steps", "network_points", "sizes", "centre", "shortcut.samples")
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"no set": func(c *Config) { c.Sets = nil }, "unknown": func(c *Config) { c.Sets = []string{"luck"} }, "twice": func(c *Config) { c.Sets = []string{anes96, anes96} },
		"networks": func(c *Config) { c.NetworkSets = []string{"luck"} }, "shortcut of few": func(c *Config) { c.Shortcut.Sets = []string{statecrime} },
		"noise": func(c *Config) { c.Shortcut.Noise = math.NaN() }, "cap": func(c *Config) { c.Shortcut.Cap = 2 }, "level": func(c *Config) { c.Level = 1 },
		"rate": func(c *Config) { c.Rate = math.NaN() }, "more network draws": func(c *Config) { c.NetworkDraws = c.Draws + 1 },
	})
	if err := Full().Validate(); err != nil {
		t.Errorf("the full design: %v", err)
	}
}

// TestSets checks that every set has rows of numbers, an order over its features and, except for the species, signs, each with
// a reason. Two draws of a seed must be equal, and training and test must not share rows.
func TestSets(t *testing.T) {
	for _, name := range Sets() {
		s := must.Of(load(name)).In(t)
		names, groups := s.columns()
		for _, row := range s.rows {
			if len(row) != len(names)+1 || slices.ContainsFunc(row, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
				t.Fatalf("%s: row %v, want %d numbers", name, row, len(names)+1)
			}
		}
		order, err := s.graph()
		if err != nil || len(order.Features) != len(groups) || len(order.Edges) < 3 {
			t.Fatalf("%s: order %+v, %v", name, order, err)
		}
		signs, err := s.direction()
		known := 0
		for _, sign := range signs {
			known += sign * sign
		}
		if err != nil || name != penguinsSpecies && known < 4 {
			t.Errorf("%s: signs %v, %v", name, signs, err)
		}
		train, held, err := s.draw(rand.New(rand.NewPCG(3, 3)), 16, 1000)
		if err != nil || train.Samples() != 16 || held.Samples() < 30 {
			t.Fatalf("%s: %d and %d samples, %v", name, train.Samples(), held.Samples(), err)
		}
		again, _, err := s.draw(rand.New(rand.NewPCG(3, 3)), 16, 1000)
		if err != nil || !reflect.DeepEqual(train, again) {
			t.Errorf("%s: another draw of the same seed, %v", name, err)
		}
		if s.test == nil && train.Samples()+held.Samples() != min(len(s.rows), 1016) {
			t.Errorf("%s: %d rows in all, of %d", name, train.Samples()+held.Samples(), len(s.rows))
		}
		if !s.loss.Is(task.KindSquared) {
			count := map[float64]int{}
			for _, y := range train.Y {
				count[y]++
			}
			if len(count) != max(s.outputs, 2) {
				t.Errorf("%s: classes %v", name, count)
			}
		}
	}
}

// TestEverySignIsUsed checks that each sign of the file belongs to a column of a set that names the part.
func TestEverySignIsUsed(t *testing.T) {
	all := must.Of(Directions()).In(t)
	columns := map[string][]string{}
	for _, name := range Sets() {
		s := must.Of(load(name)).In(t)
		names, _ := s.columns()
		columns[s.signs] = append(columns[s.signs], names...)
	}
	for part, signs := range all {
		for column := range signs {
			if !slices.Contains(columns[part], column) {
				t.Errorf("%s: the sign of %s, columns are %q", part, column, columns[part])
			}
		}
	}
}

// TestOrders checks that the weather's order without the place keeps its statements about the other features. The reversed
// order must have every edge reversed, and a placebo must have as many edges, some of them new.
func TestOrders(t *testing.T) {
	s := must.Of(load(weatherPlaces)).In(t)
	order := must.Of(s.graph()).In(t)
	name := func(k int) string { return order.Features[k] }
	var got []string
	for _, e := range order.Edges {
		got = append(got, name(e.U)+">"+name(e.V))
	}
	slices.Sort(got)
	if want := "date>weather temp_min>date weather>precipitation weather>wind"; strings.Join(got, " ") != want {
		t.Errorf("order %v, want %s", got, want)
	}
	upside := must.Of(reversed(order)).In(t)
	for _, e := range order.Edges {
		if !upside.HasEdgeFromTo(int64(e.V), int64(e.U)) {
			t.Errorf("%s>%s is not reversed", name(e.U), name(e.V))
		}
	}
	random, err := placebo(order, rand.New(rand.NewPCG(1, 1)))
	if err != nil || len(random.Edges) != len(order.Edges) || reflect.DeepEqual(random.Edges, order.Edges) {
		t.Errorf("placebo %+v, %v", random, err)
	}
}

// TestShortcut checks that the column predicts the target in training, and has the same distribution but no information in the
// test.
func TestShortcut(t *testing.T) {
	s := must.Of(load(penguinsMass)).In(t)
	of := distribution{Config: DefaultConfig().relevant(Shortcuts), Set: penguinsMass, Samples: 100, Kind: Shortcuts}
	problems := must.Of(of.problems(s, rand.New(rand.NewPCG(1, 1)))).In(t)
	correlation := func(d igbo.Data) float64 { // correlation of the last column and the target
		k := len(d.Features)
		return stat.Correlation(records.Column(d.X, k, k-1), d.Y, nil)
	}
	p := problems[truly]
	if r := correlation(p.Train); r < 0.8 {
		t.Errorf("correlation %g in training", r)
	}
	if r := correlation(p.Test); math.Abs(r) > 0.25 {
		t.Errorf("correlation %g in the test", r)
	}
	if correlation(problems[inDistribution].Test) < 0.8 {
		t.Error("within the training's law it tells nothing")
	}
}

// TestPooled checks that the result is the geometric mean of the ratios of the sets with an interval around it, and that a
// method that is missing in a set has none.
func TestPooled(t *testing.T) {
	entry := func(name string, errors ...float64) trial.Entry {
		return trial.Entry{Name: name, Errors: errors}
	}
	r := &Result{Config: DefaultConfig()}
	r.Groups = []Group{
		{Set: anes96, Samples: 16, Kind: Linear, Entries: []trial.Entry{entry("a", 2, 4, 6), entry("b", 1, 2, 3)}},
		{Set: penguinsMass, Samples: 16, Kind: Linear, Entries: []trial.Entry{entry("a", 4, 1), entry("b", 8, 2), entry("c", 1, 1)}},
	}
	q, ok := r.Pooled([]string{anes96, penguinsMass}, 16, Linear, "a", "b")
	if !ok || math.Abs(q.Ratio-1) > 1e-12 || math.Abs(q.Low-1) > 1e-12 || math.Abs(q.High-1) > 1e-12 || q.Wins != 2 || q.Losses != 3 {
		t.Errorf("pooled %+v, %t", q, ok)
	}
	if _, ok := r.Pooled([]string{anes96, penguinsMass}, 16, Linear, "c", "b"); ok {
		t.Error("a method that a set lacks is pooled")
	}
}
