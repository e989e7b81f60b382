package modeltest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
)

// Table draws n samples of d standard normal features with a linear target.
func Table(n, d int) samples.Data {
	rng := rand.New(rand.NewPCG(1, 2))
	data := samples.Data{Steps: 1}
	for k := range d {
		data.Features = append(data.Features, fmt.Sprintf("x%d", k+1))
	}
	for range n {
		y := 0.0
		for k := range d {
			v := rng.NormFloat64()
			data.X = append(data.X, v)
			y += float64(k+1) * v
		}
		data.Y = append(data.Y, y)
	}
	return data
}

// Series draws n series of t steps. The target is the cumulative sum of x1.
func Series(n, t int) samples.Data {
	data := Table(n*t, 2)
	data.Steps = t
	sum := 0.0
	for i := range data.Y {
		if i%t == 0 {
			sum = 0
		}
		sum += data.X[2*i]
		data.Y[i] = sum
	}
	return data
}

// Small returns a quick configuration with 4 features, data, and an order that the absolute score can satisfy.
func Small(t testing.TB) (settings.Config, samples.Data, *dag.DAG) {
	t.Helper()
	cfg, data := settings.DefaultConfig(), Table(64, 4)
	cfg.Epochs, cfg.Attribution.Points, cfg.Attribution.Score = 40, 4, attribution.Absolute
	cfg.Optimizer = settings.Optimizer{Name: "sgd", LearningRate: 0.05}
	d := must.Of(dag.New(data.Features, []dag.Edge{{U: 0, V: 3, P: 1, Epsilon: 0.05, Delta: 0.5}}, nil, nil)).In(t)
	return cfg, data, d
}

// Spec returns the default settings of a kind of model.
func Spec(t testing.TB, kind models.Kind) models.Spec {
	t.Helper()
	return must.Of(models.DefaultSpec(kind)).In(t)
}

// Refused fails the test unless the text of err contains want and names each package at most once.
func Refused(t testing.TB, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one with %q", err, want)
		return
	}
	if twice := exported.Twice(err); twice != "" {
		t.Errorf("error %q names %s twice", err, twice)
	}
}
