package compare

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
)

// noisy returns n rows of four columns with almost pure noise as targets. Each person has three
// rows.
func noisy(n int) (d igbo.Data, people []int) {
	rng := rand.New(rand.NewPCG(4, 0))
	d = igbo.Data{Features: []string{"a", "b", "c", "d"}, Steps: 1}
	for i := range n {
		for range 4 {
			d.X = append(d.X, rng.NormFloat64())
		}
		d.Y, people = append(d.Y, 0.3*d.X[4*i]+rng.NormFloat64()), append(people, i/3)
	}
	return d, people
}

// TestHeldOutByStopping checks the rows that early stopping holds out: whole groups with about a
// fifth of the rows, which are not trained on. All trainings on the same rows hold out the same
// ones. In an inner fold, they belong to people of that fold.
func TestHeldOutByStopping(t *testing.T) {
	data, people := noisy(60)
	tr := &trainer{cfg: DefaultConfig(models.MLPSpec(models.DefaultMLPConfig()), 0), seed: 7, clusters: people}
	row := func(x []float64) int {
		for i := range data.Y {
			if slices.Equal(data.X[4*i:4*i+4], x) {
				return i
			}
		}
		return -1
	}
	look := func(of igbo.Data) (rows [2][]int) {
		must.Do(t, tr.apart(of, func(part, held igbo.Data) error {
			for side, d := range []igbo.Data{part, held} {
				for i := range d.Y {
					rows[side] = append(rows[side], row(d.X[4*i:4*i+4]))
				}
			}
			return nil
		}))
		return rows
	}
	check := func(rows [2][]int, within []int) {
		t.Helper()
		all := append(slices.Clone(rows[0]), rows[1]...)
		slices.Sort(all)
		if !slices.Equal(all, within) || len(rows[1])*5 < len(within)-15 || len(rows[1])*5 > len(within)+15 {
			t.Errorf("%d and %d of %d rows", len(rows[0]), len(rows[1]), len(within))
		}
		for _, i := range rows[1] {
			if slices.ContainsFunc(rows[0], func(j int) bool { return people[j] == people[i] }) {
				t.Errorf("person %d is on both sides", people[i])
			}
		}
	}
	every := make([]int, 60)
	for i := range every {
		every[i] = i
	}
	first, again := look(data), look(data)
	check(first, every)
	if !slices.Equal(first[1], again[1]) {
		t.Errorf("held out %v, then %v", first[1], again[1])
	}
	inner := must.Of(tr.inner(data)).In(t)
	folds := inner[1]
	slices.Sort(folds.Train)
	must.Do(t, tr.within(data, folds, func(part, _ igbo.Data) error { check(look(part), folds.Train[:len(part.Y)]); return nil }))
	if len(tr.clusters) != 60 {
		t.Errorf("%d clusters after an inner fold", len(tr.clusters))
	}
}

// TestEarlyStopping checks that a network that would memorise noise stops early, with and without
// the order, and has a lower error on new rows.
func TestEarlyStopping(t *testing.T) {
	data, people := noisy(60)
	order := must.Of(dag.New(data.Features, []dag.Edge{{U: 0, V: 1, Mu: 0.1, Sigma: 0.1, P: 1, Epsilon: 0.01, Delta: 1}}, nil, nil)).In(t)
	var found [2]Fold
	for i, patience := range []int{0, 5} {
		cfg := DefaultConfig(models.MLPSpec(models.MLPConfig{Hidden: []int{16}, Activation: "relu"}), 0)
		cfg.Folds, cfg.Repeats, cfg.InnerFolds, cfg.Steps, cfg.Decays, cfg.Penalties, cfg.CompetingMethods, cfg.EarlyStopping.Patience = 2, 1, 2, 400, []float64{1e-4}, []float64{0.1}, false, patience
		p := must.Of(New(cfg, data, Fixed(order), Options{Clusters: people})).In(t)
		v := must.Of(Evaluate(t.Context(), backendtest.Open(t), cfg, p, workflow.Options{Unkept: true})).In(t)
		for _, f := range v.Folds {
			found[i].WithTrain += f.WithTrain / 2
			found[i].WithoutTrain += f.WithoutTrain / 2
			found[i].With.Loss += f.With.Loss / 2
			found[i].Without.Loss += f.Without.Loss / 2
		}
	}
	whole, early := found[0], found[1]
	if !(early.WithoutTrain > 2*whole.WithoutTrain) || !(early.WithTrain > 2*whole.WithTrain) || !(early.Without.Loss < 0.9*whole.Without.Loss) || !(early.With.Loss < 0.9*whole.With.Loss) {
		t.Errorf("loss in training and on new rows: without the order %.3f, %.3f, stopped %.3f, %.3f; with it %.3f, %.3f, stopped %.3f, %.3f",
			whole.WithoutTrain, whole.Without.Loss, early.WithoutTrain, early.Without.Loss, whole.WithTrain, whole.With.Loss, early.WithTrain, early.With.Loss)
	}
	cfg := DefaultConfig(models.LinearSpec(), 0)
	for _, patience := range []int{-1, 3, 1 << 40} {
		if cfg.EarlyStopping.Patience = patience; cfg.Validate(4) == nil {
			t.Errorf("a patience of %d for a linear model", patience)
		}
	}
}
