package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/compare/parts"
)

// world is a distribution of data with a stated order of its five columns, from the most important
// one. The cases make the order right or wrong.
type world struct {
	name    string
	weights [5]float64
	ranks   [5]int
}

// worlds contains an order that is right, one that is half wrong, one that is reversed, and one for
// equal weights.
var worlds = []world{
	{"right", [5]float64{1, .7, .49, .34, .24}, [5]int{0, 1, 2, 3, 4}},
	{"half-wrong", [5]float64{1, .7, .49, .34, .24}, [5]int{1, 0, 3, 2, 4}},
	{"reversed", [5]float64{1, .7, .49, .34, .24}, [5]int{4, 3, 2, 1, 0}},
	{"null", [5]float64{.6, .6, .6, .6, .6}, [5]int{0, 1, 2, 3, 4}},
}

// freshRows is the number of new rows that estimate the population loss of a fold's models.
const freshRows = 1000

// sample draws n rows. The best possible R² is ½.
func (w world) sample(r *rand.Rand, n int) igbo.Data {
	d := igbo.Data{Features: []string{"a", "b", "c", "d", "e"}, Steps: 1}
	noise := 0.0
	for _, v := range w.weights {
		noise += v * v
	}
	for range n {
		y := math.Sqrt(noise) * r.NormFloat64()
		for _, v := range w.weights {
			x := r.NormFloat64()
			d.X = append(d.X, x)
			y += v * x
		}
		d.Y = append(d.Y, y)
	}
	return d
}

// order returns the graph of the ranks.
func (w world) order(t *testing.T, features []string) *dag.DAG {
	t.Helper()
	text := "ranks: [["
	for i, k := range w.ranks {
		text += features[k]
		if i < 4 {
			text += ", "
		}
	}
	return must.Of(ParseOrder("o.yaml", []byte(text+"]]\n"), features, dag.AbsoluteScore)).In(t)
}

// run holds the results for one data set: the losses of each model on the test rows and, by fold,
// on new rows, and the comparison.
type run struct {
	v     *Comparison
	rows  []foldPart
	fresh map[string][]float64
}

// simulated compares models on one data set of n rows.
func (w world) simulated(t *testing.T, cfg Config, n int, seed uint64) run {
	t.Helper()
	data := w.sample(rand.New(rand.NewPCG(seed, 77)), n+freshRows)
	order := w.order(t, data.Features)
	from := must.Of(parts.InMemory(data, nil)).In(t)
	out := run{v: &Comparison{Config: cfg, Samples: n, Steps: 1, Names: data.Features, Order: order, Kept: string(linear.PosteriorSoft)}, fresh: map[string][]float64{}}
	if cfg.network() {
		out.v.Kept = KeepIGBO
	}
	for rows, err := range fold.Each(n, cfg.Folds, cfg.Repeats, seed, nil, nil) {
		must.Do(t, err)
		held := len(rows.Test)
		test := slices.Clone(rows.Test)
		for i := range freshRows {
			test = append(test, n+i)
		}
		part := must.Of(newPart(cfg, from, fold.Rows{Train: rows.Train, Test: test}, nil, Fixed(order), data.Features)).In(t)
		got := must.Of(judge(t.Context(), &workflow.Work{Backend: backendtest.Open(t)}, foldSettings{Config: cfg.ofFolds(), Part: part})).In(t)
		for name, losses := range got.Rows {
			out.fresh[name] = append(out.fresh[name], stat.Mean(losses[held:], nil))
			got.Rows[name] = slices.Clone(losses[:held]) // a copy, which releases the new rows
		}
		loss := func(name string) Errors { return Errors{Loss: stat.Mean(got.Rows[name], nil)} }
		got.Units, got.Fold.Ridge, got.Fold.Without, got.Fold.With = got.Units[:held], loss("ridge"), loss(KeepPlain), loss(KeepIGBO)
		for i, r := range got.Fold.CompetingMethods {
			got.Fold.CompetingMethods[i].Errors = loss(string(r.Method))
		}
		out.rows, out.v.Folds = append(out.rows, got), append(out.v.Folds, got.Fold)
	}
	return out
}

// intervals returns the interval of each model relative to ridge, and of the two comparisons that
// judge the order.
func (r run) intervals() map[string]Interval {
	j := judgement{r.v, r.v.models(r.rows), r.rows, r.v.comparison(1/float64(r.v.Config.Folds-1), r.rows)}
	list := map[string]Interval{}
	for _, c := range j.models {
		if c.id != string(linear.Ridge) {
			list[c.id] = j.of(j.find(string(linear.Ridge)).losses, c.losses)
		}
	}
	for name, pair := range pairs {
		if with, without := j.find(pair[0]), j.find(pair[1]); with != nil && without != nil {
			_, list[name] = j.effect(without.losses, with.losses)
		}
	}
	_, list["igbo | plain"] = j.effect(heldOut{folds: r.v.each(func(f Fold) float64 { return f.Without.Loss }), rows: j.rows(KeepPlain)}, j.find(KeepIGBO).losses)
	return list
}

// pairs holds the comparisons of the first two questions.
var pairs = map[string][2]string{
	"posterior-hard | posterior": {string(linear.PosteriorHard), string(linear.PosteriorBare)},
	"posterior-soft | posterior": {string(linear.PosteriorSoft), string(linear.PosteriorBare)},
}

// ends returns the names of both models of a comparison.
func ends(name string) (with, without string) {
	if name == "igbo | plain" {
		return KeepIGBO, KeepPlain
	}
	if pair, there := pairs[name]; there {
		return pair[0], pair[1]
	}
	return name, string(linear.Ridge)
}

// TestIntervalCovers checks that the 95 % interval covers the ratio of the expected losses over
// training sets of this size (M), and that of this data set's models on new rows (C), for right,
// half-wrong, reversed and null orders. COVERAGE_SETS sets the number of data sets, COVERAGE_ROWS
// the number of rows, and COVERAGE_MODEL=mlp selects a network. With 400 sets, it prints the table
// in the documentation.
func TestIntervalCovers(t *testing.T) {
	sets, n, model := sweep.Draws(4, 8, 400), 40, models.LinearSpec()
	if v := os.Getenv("COVERAGE_SETS"); v != "" {
		sets = must.Of(strconv.Atoi(v)).In(t)
	}
	if v := os.Getenv("COVERAGE_ROWS"); v != "" {
		n = must.Of(strconv.Atoi(v)).In(t)
	}
	cfg := DefaultConfig(model, 0)
	if os.Getenv("COVERAGE_MODEL") == "mlp" {
		cfg = DefaultConfig(models.MLPSpec(models.MLPConfig{Hidden: []int{4}, Activation: "tanh"}), 0)
		cfg.Decays, cfg.CompetingMethods, cfg.Steps = cfg.Decays[1:2], false, 100
	}
	cfg.Chains, cfg.Burn, cfg.Draws, cfg.Penalties, cfg.InnerFolds, cfg.Steps = 1, 60, 200, []float64{1, .1, .01}, 3, min(cfg.Steps, 150)
	backendtest.Open(t)
	for _, w := range worlds {
		t.Run(w.name, func(t *testing.T) {
			runs := make([]run, sets)
			var wait sync.WaitGroup
			slots := make(chan struct{}, 2)
			for s := range sets {
				wait.Add(1)
				slots <- struct{}{}
				go func() {
					defer func() { <-slots; wait.Done() }()
					runs[s] = w.simulated(t, cfg, n, uint64(s))
				}()
			}
			wait.Wait()
			w.report(t, runs)
		})
	}
}

// report prints and checks the coverage of every comparison.
func (w world) report(t *testing.T, runs []run) {
	t.Helper()
	sums, covered := map[string]float64{}, map[string][3]float64{}
	for _, r := range runs {
		for name, losses := range r.fresh {
			sums[name] += stat.Mean(losses, nil)
		}
	}
	outcomes := map[string]map[Outcome]int{}
	for _, r := range runs {
		for name, i := range r.intervals() {
			with, without := ends(name)
			m, c := sums[with]/sums[without], stat.Mean(r.fresh[with], nil)/stat.Mean(r.fresh[without], nil)
			count := covered[name]
			for k, truth := range []float64{m, c} {
				if i.Low <= truth && truth <= i.High {
					count[k] += 1 / float64(len(runs))
				}
			}
			count[2] += math.Log(i.High/i.Low) / 2 / float64(len(runs))
			covered[name] = count
			if outcomes[name] == nil {
				outcomes[name] = map[Outcome]int{}
			}
			outcomes[name][outcomeOf(i, .02)]++
		}
	}
	var names []string
	for name := range covered {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		with, without := ends(name)
		o := outcomes[name]
		t.Logf("%-11s %-28s ratio %6.3f  M %.3f  C %.3f  half-width %.3f  helps/costs/same/untold %d/%d/%d/%d", w.name, name, sums[with]/sums[without], covered[name][0], covered[name][1], covered[name][2], o[Helps], o[Costs], o[NoDifference], o[Undecided])
		for k, of := range []string{"the average", "these data"} {
			sets := float64(len(runs))
			if low := .93 - 3*math.Sqrt(.05*.95/sets); covered[name][k] < low {
				t.Errorf("%s, %s: coverage of %s %.3f, want at least %.3f", w.name, name, of, covered[name][k], low)
			}
		}
	}
	if len(names) == 0 {
		t.Error(fmt.Errorf("no comparison"))
	}
}
