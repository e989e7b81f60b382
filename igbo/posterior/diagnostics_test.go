package posterior

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestAgainstArviz compares R-hat and effective sample sizes with those of ArviZ, which testdata/vectors.py
// wrote.
func TestAgainstArviz(t *testing.T) {
	var cases []struct {
		Name             string
		Draws            [][]float64
		RHat, Bulk, Tail float64
	}
	must.Do(t, json.Unmarshal(must.Of(os.ReadFile("testdata/arviz.json")).In(t), &cases))
	for _, c := range cases {
		got := diagnose(c.Draws)
		for _, v := range []struct {
			what      string
			got, want float64
		}{{"R-hat", got.RHat, c.RHat}, {"bulk ESS", got.BulkESS, c.Bulk}, {"tail ESS", got.TailESS, c.Tail}} {
			if !(math.Abs(v.got-v.want) <= 1e-9*v.want) {
				t.Errorf("%s: %s %.12g, ArviZ has %.12g", c.Name, v.what, v.got, v.want)
			}
		}
	}
}

// drawn returns a posterior with 4 chains, the given intercepts, and constant other parameters.
func drawn(n int, of func(chain, i int) float64) *Posterior {
	p := &Posterior{Chains: make([]Draws, 4)}
	for k := range p.Chains {
		d := &p.Chains[k]
		for i := range n {
			d.Weights, d.Intercept = append(d.Weights, []float64{0}), append(d.Intercept, of(k, i))
			d.Noise, d.Scale = append(d.Noise, 1), append(d.Scale, 1)
			d.Trust, d.TrustDirections = append(d.Trust, math.Inf(1)), append(d.TrustDirections, 0)
		}
	}
	return p
}

// TestWarnings checks that every failure of chains gives one sentence that names the parameter, and that good
// chains give no warning.
func TestWarnings(t *testing.T) {
	noise := func(k, i int) float64 { return math.Sin(float64(1+k) * float64(1+i*i)) }
	for _, c := range []struct {
		name    string
		p       *Posterior
		reports string
	}{
		{"good", drawn(400, noise), ""},
		{"no draws", &Posterior{}, "no draws"},
		{"not a number", drawn(400, func(k, i int) float64 { return math.NaN() }), "not a number"},
		{"few draws", drawn(20, noise), "independent"},
		{"one chain elsewhere", drawn(400, func(k, i int) float64 { return noise(k, i) + float64(k/3) }), "R-hat"},
		{"one chain wider", drawn(400, func(k, i int) float64 { return noise(k, i) * float64(1+3*(k/3)) }), "R-hat"},
		{"stuck chains", drawn(400, func(k, i int) float64 { return float64(k) }), "R-hat"},
		{"slow", drawn(400, func(k, i int) float64 { return math.Sin(float64(i)/32) + noise(k, i)/1e3 }), "the intercept"},
	} {
		w := c.p.Warning()
		if !strings.Contains(w, c.reports) || (c.reports == "") != (w == "") || strings.Contains(w, "\n") {
			t.Errorf("%s: %q, want %q in it", c.name, w, c.reports)
		}
	}
	p := drawn(400, noise)
	for i := range p.Chains[0].Trust { // θ stays away from 0 in only one chain
		p.Chains[0].Trust[i] = 0
	}
	if w := p.Warning(); !strings.Contains(w, "θ of the order") {
		t.Errorf("θ that differs: %q", w)
	}
	p.Chains[1].Weights[7][0] = math.NaN()
	if w := p.Diagnose().Warning([]string{"age"}); !strings.Contains(w, `"age"`) {
		t.Errorf("a weight that is not a number: %q", w)
	}
}

// TestExtend checks that chains that disagree continue once, without another burn-in, and keep their first
// draws.
func TestExtend(t *testing.T) {
	data, order := alikeTable(3, 64, 10, .9)
	cfg := DefaultConfig()
	cfg.Chains, cfg.Burn, cfg.Draws = 2, 50, 60
	short := must.Of(Sample(context.Background(), data, order, cfg)).In(t)
	cfg.Extend = 3
	long := must.Of(Sample(context.Background(), data, order, cfg)).In(t)
	if short.Warning() == "" || long.Config.Draws != 60 {
		t.Fatalf("%q, %d draws", short.Warning(), long.Config.Draws)
	}
	for k := range long.Chains {
		if n := len(long.Chains[k].Intercept); n != 4*60 {
			t.Fatalf("%d draws, want 240", n)
		}
		for i, b := range short.Chains[k].Intercept {
			if b != long.Chains[k].Intercept[i] {
				t.Fatalf("draw %d of chain %d changed", i, k)
			}
		}
	}
	cfg.Draws, cfg.Burn = 2000, 500
	data = table(1, 40, 3, Squared)
	good := must.Of(Sample(context.Background(), data, Order{}, cfg)).In(t)
	if w, n := good.Warning(), len(good.Chains[0].Intercept); w != "" || n != 2000 {
		t.Errorf("good chains: %q, %d draws", w, n)
	}
}
