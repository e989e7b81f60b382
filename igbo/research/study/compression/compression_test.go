package compression

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestSenseless checks invalid counts and numbers.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "test", "taught", "epochs", "batch", "points")
	studytest.Counts(t, DefaultConfig, map[string]func(c *Config, n int){
		"samples": func(c *Config, n int) { c.Settings[0].Samples = n }, "features": func(c *Config, n int) { c.Settings[0].Features = n },
		"student's epochs": func(c *Config, n int) { c.Students[0].Network.Epochs = n },
	})
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"no settings": func(c *Config) { c.Settings = nil }, "no students": func(c *Config) { c.Students = nil }, "a name twice": func(c *Config) { c.Settings[0].Name = c.Settings[1].Name },
		"noise of NaN": func(c *Config) { c.Settings[0].Noise = math.NaN() }, "a decline of 2": func(c *Config) { c.Settings[0].Decline = 2 }, "a correlation of 1": func(c *Config) { c.Settings[0].Correlation = 1 },
		"no methods": func(c *Config) { c.Students[0].Methods = nil }, "a method of no name": func(c *Config) { c.Students[0].Methods[0].Name = "luck" },
		"no decays": func(c *Config) { c.Students[0].Methods[0].Decays = nil }, "a decay of −1": func(c *Config) { c.Students[0].Methods[0].Decays[0] = -1 },
		"a level of 1": func(c *Config) { c.Level = 1 }, "a deep teacher": func(c *Config) { c.Teacher.Hidden = []int{2, 2} }, "a teacher of ReLU": func(c *Config) { c.Teacher.Activation = "relu" },
		"all is kept": func(c *Config) { c.Kept = []float64{1} }, "nothing is pruned": func(c *Config) { c.Kept = nil }, "an α of 2": func(c *Config) { c.Order.Alpha = 2 },
	})
	for name, c := range map[string]Config{"full": FullConfig(), "development": developmentConfig(), "default": DefaultConfig()} {
		if err := c.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLaw checks that inputs have unit variance and the required correlation, and that targets are truths with noise.
func TestLaw(t *testing.T) {
	s := middle()
	s.Correlation = 0.6
	l := newTruth(s, 3)
	exact, noisy := l.draw(4000, 4, true), l.draw(4000, 4, false)
	if !floats.Equal(exact.X, noisy.X) {
		t.Error("the same seed draws other inputs")
	}
	a, b := records.Column(exact.X, s.Features, 0), records.Column(exact.X, s.Features, 7)
	if v, r := stat.Variance(a, nil), stat.Correlation(a, b, nil); math.Abs(v-1) > 0.1 || math.Abs(r-0.6) > 0.05 {
		t.Errorf("variance %.3f and correlation %.3f, want 1 and 0.6", v, r)
	}
	noise := make([]float64, len(exact.Y))
	floats.SubTo(noise, noisy.Y, exact.Y)
	if sd := stat.StdDev(noise, nil); math.Abs(sd-s.Noise) > 0.02 {
		t.Errorf("noise of %.3f, want %g", sd, s.Noise)
	}
	if n := floats.Norm(l.weights, 2); math.Abs(n-1) > 1e-12 {
		t.Errorf("weights of length %g, want 1", n)
	}
}

// TestNetworkIsTheModel checks that the extracted weights of the teacher give the predictions of the model. It also checks
// rankings and selections of a small network by hand.
func TestNetworkIsTheModel(t *testing.T) {
	c := DefaultConfig()
	c.Epochs, c.Taught = 5, 100
	l := newTruth(middle(), 9)
	taught, test := l.draw(c.Taught, 1, false), l.draw(50, 2, true)
	r := must.Of(igbo.Train(t.Context(), backendtest.Open(t), c.teacher(1), taught, nil)).In(t)
	n := must.Of(read(r.Model, taught, c.Teacher.Hidden[0])).In(t)
	y, want := must.Of(r.Model.Predict(test)).In(t), 0.0
	for i, v := range y {
		want += (v - test.Y[i]) * (v - test.Y[i]) / float64(len(y))
	}
	if got := n.error(test, every(n.d), every(n.units)); math.Abs(got-want) > 1e-5*want {
		t.Errorf("error %g, the model's is %g", got, want)
	}
	if _, err := read(r.Model, taught, 7); err == nil {
		t.Error("a network of another width is read")
	}

	by := &network{d: 2, units: 2, w: []float64{3, 0, 0, 4}, b: []float64{0, 0}, v: []float64{0.001, 2}, mean: []float64{0, 0}, rest: []float64{0, 0}}
	one := igbo.Data{Features: []string{"a", "b"}, Steps: 1, X: []float64{1, 1}, Y: []float64{0}}
	ranks := by.unitRanks(one, 1)
	if ranks[0][0] > 0.01 || math.Abs(ranks[0][0]+ranks[0][1]-1) > 1e-12 || math.Abs(ranks[1][0]-math.Sqrt(9+1e-6)) > 1e-12 {
		t.Errorf("ranks of units %v", ranks)
	}
	if ranks := by.inputRanks([]float64{5, 6}, 1); ranks[1][0] != 3 || ranks[1][1] != 4 || ranks[0][1] != 6 {
		t.Errorf("ranks of inputs %v", ranks)
	}
	if kept := best([]float64{1, 5, 3, 4}, 0.5); kept[0] || !kept[1] || kept[2] || !kept[3] {
		t.Errorf("kept %v, want the second and the fourth", kept)
	}
	tanh := math.Tanh(4)
	if got, want := by.error(one, []bool{true, true}, []bool{false, true}), 4*tanh*tanh; math.Abs(got-want) > 1e-12 {
		t.Errorf("error %g without the first unit, want %g", got, want)
	}
}

// TestOrderOfTheTeacher checks that its graph ranks the important inputs first and has the features of the students.
func TestOrderOfTheTeacher(t *testing.T) {
	c := DefaultConfig()
	l := newTruth(middle(), 9)
	taught, own := l.draw(c.Taught, 1, false), l.draw(60, 2, false)
	r := must.Of(igbo.Train(t.Context(), backendtest.Open(t), c.teacher(1), taught, nil)).In(t)
	p := must.Of(c.problem(r.Model, own, own, 1)).In(t)
	if len(p.Order.Edges) < 10 {
		t.Errorf("%d edges", len(p.Order.Edges))
	}
	for _, e := range p.Order.Edges {
		if e.U > e.V+3 {
			t.Errorf("the edge x%d→x%d of weights %.2f and %.2f", e.U+1, e.V+1, l.weights[e.U], l.weights[e.V])
		}
	}
	reported, err := p.Teacher(own.X)
	if err != nil || len(reported) != 60 {
		t.Errorf("the teacher says %d numbers, %v", len(reported), err)
	}
}
