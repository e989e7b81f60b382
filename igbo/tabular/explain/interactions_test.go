package explain

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestInteractionsOfALinearModel checks that a linear model has no interactions.
func TestInteractionsOfALinearModel(t *testing.T) {
	data := dataFile(t, 60, true)
	c := DefaultConfig()
	c.Interactions, c.Pairs = 20, 8
	e := mustExplain(t, mustOpen(t, savedModel(t, data, true), data, Options{}), c)
	if len(e.Pairs) != 10 || e.PairRows != 20 {
		t.Fatalf("%d pairs of %d samples, want 10 of 20", len(e.Pairs), e.PairRows)
	}
	for _, p := range e.Pairs {
		if p.Size > 1e-5 || p.Share > 1e-5 {
			t.Errorf("%+v, want nothing", p)
		}
	}
	page, err := e.Page()
	if err != nil || !strings.Contains(string(page), "What two features do together") || !strings.Contains(e.Text(), "What two features do together") {
		t.Errorf("no table of the pairs: %v", err)
	}
	if c.Interactions = -1; c.Validate(5) == nil {
		t.Error("−1 samples: no error")
	}
	if c.Interactions = 1_000_000; func() error { _, err := pairSets(c, 1_000_000, 50); return err }() == nil {
		t.Error("two sets of all pairs of 50 features of a million samples: no error")
	}
}

// TestInteractionsOfANetwork checks that, with each background sample used once, the interaction of
// two features is the mean of f(x) − f(x₁, z₂) − f(z₁, x₂) + f(z).
func TestInteractionsOfANetwork(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 1))
	var text strings.Builder
	text.WriteString("a,b,y\n")
	d := igbo.Data{Features: []string{"a", "b"}, Steps: 1}
	for range 40 {
		a, b := draw.NormFloat64(), draw.NormFloat64()
		d.X, d.Y = append(d.X, a, b), append(d.Y, a*b+a)
		fmt.Fprintf(&text, "%v,%v,%v\n", a, b, a*b+a)
	}
	file := filepath.Join(t.TempDir(), "product.csv")
	must.Do(t, os.WriteFile(file, []byte(text.String()), 0o666))
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Epochs, cfg.HistoryEvery = models.MLPSpec(models.MLPConfig{Hidden: []int{8}, Activation: "tanh"}), 30, 0
	m, folder := trained(t, cfg, d, nil), filepath.Join(t.TempDir(), "model")
	must.Do(t, m.SaveWith(folder, nil))
	c := DefaultConfig()
	c.Interactions, c.Background, c.Pairs = 40, 4, 4
	s := mustOpen(t, folder, file, Options{Target: "y"})
	e := mustExplain(t, s, c)
	z := s.Sample(4, c.Seed+3)
	asked := igbo.Data{Features: d.Features, Steps: 1, Y: make([]float64, 40*4*4)}
	for i := range 40 {
		for j := range 4 {
			a, b, u, w := d.X[2*i], d.X[2*i+1], z.X[2*j], z.X[2*j+1]
			asked.X = append(asked.X, a, b, a, w, u, b, u, w)
		}
	}
	y := must.Of(m.Predict(asked)).In(t)
	size, mean := 0.0, 0.0
	for i := range 40 {
		v := 0.0
		for j := range 4 {
			f := y[4*(4*i+j):]
			v += (f[0] - f[1] - f[2] + f[3]) / 4
		}
		size, mean = size+math.Abs(v)/40, mean+v/40
	}
	if p := e.Pairs[0]; len(e.Pairs) != 1 || math.Abs(p.Size-size) > 1e-4*size || math.Abs(p.Mean-mean) > 1e-4*size || p.First != "a" || p.Second != "b" {
		t.Errorf("%+v, want a size of %g and a mean of %g", p, size, mean)
	}
}
