package experiment

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %g, want %g", what, got, want)
	}
}

// TestRecoveryByHand: saliencies 1, ½, ¼ and 0, of which the first and third
// matter.
func TestRecoveryByHand(t *testing.T) {
	r, err := Recover([]float64{-4, 2, 1, 0}, []bool{true, false, true, false})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "AUP", r.AUP, 0.5*1+0.25*0.5+0.25*2/3, 1e-15)
	near(t, "AUR", r.AUR, 0.5*0.5+0.25*0.5+0.25*1, 1e-15)
	near(t, "AUPRC", r.AUPRC, 0.5*1+0.5*2/3, 1e-15)
}

// TestRecoveryOfMarks: the marks themselves are perfect, their complement is
// worst, scale and sign do not count, and zeros find what is there.
func TestRecoveryOfMarks(t *testing.T) {
	matters := []bool{true, false, false, true, false}
	for _, c := range []struct {
		name          string
		attributions  []float64
		aup, aur, prc float64
	}{
		{"the marks", []float64{-3, 0, 0, 3, 0}, 1, 1, 1},
		{"the complement", []float64{0, 1, 1, 0, 1}, 0, 0, 0.4},
		{"zeros", make([]float64, 5), 0.4, 0, 0.4},
	} {
		r, err := Recover(c.attributions, matters)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.name+": AUP", r.AUP, c.aup, 1e-15)
		near(t, c.name+": AUR", r.AUR, c.aur, 1e-15)
		near(t, c.name+": AUPRC", r.AUPRC, c.prc, 1e-15)
	}
}

func TestRecoveryBadInput(t *testing.T) {
	for want, call := range map[string]func() (Recovery, error){
		"2 attributions and 1 marks": func() (Recovery, error) { return Recover([]float64{1, 2}, []bool{true}) },
		"none of the 2 inputs":       func() (Recovery, error) { return Recover([]float64{1, 2}, []bool{false, false}) },
		"attribution 1 is NaN":       func() (Recovery, error) { return Recover([]float64{1, math.NaN()}, []bool{true, true}) },
	} {
		if _, err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestTIGRecoversTheTruth: on the synthetic task the attributions of a short
// training come near the true contributions, far above chance, and the true
// contributions themselves have precision 1.
func TestTIGRecoversTheTruth(t *testing.T) {
	cfg := DefaultSequencesConfig()
	cfg.Models, cfg.Seeds, cfg.Epochs, cfg.Attributed = cfg.Models[:1], 1, 14, 8
	s, err := StudySequences(context.Background(), backendtest.Open(t), cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	row := s.Models[0]
	tig, random := row.Methods[0], row.Methods[2]
	near(t, "AUP of the truth", s.Truth.AUP.Mean, 1, 1e-12)
	near(t, "correlation of the truth", s.Truth.Correlation.Mean, 1, 1e-12)
	if row.Unexplained.Mean > 0.2 || tig.Correlation.Mean < 0.9 || tig.AUPRC.Mean < random.AUPRC.Mean+0.2 || math.Abs(random.Correlation.Mean) > 0.2 {
		t.Errorf("unexplained %.3f, TIG %+v, random %+v", row.Unexplained.Mean, tig, random)
	}
	if steps, d := row.Maps[0].Matrix().Dims(); steps != 24 || d != 6 || s.TruthMap.Name != "truth" {
		t.Errorf("map of %d×%d, want 24×6", steps, d)
	}
	total := mat.Sum(s.TruthMap.Matrix())
	if found := mat.Sum(row.Maps[0].Matrix()); math.Abs(found-total) > 0.5*math.Abs(total)+3 {
		t.Errorf("TIG adds up to %.2f, the truth to %.2f: not in the target's units?", found, total)
	}
}

// quickWeather is the weather study with little training.
func quickWeather() WeatherConfig {
	cfg := DefaultWeatherConfig()
	cfg.Seeds, cfg.Epochs, cfg.TrainStride, cfg.Network.Hidden = 2, 2, 48, 4
	return cfg
}

func TestWeather(t *testing.T) {
	w, err := StudyWeather(context.Background(), backendtest.Open(t), quickWeather(), nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := StudyWeather(context.Background(), backendtest.Open(t), quickWeather(), nil)
	if err != nil || encode(t, w) != encode(t, again) {
		t.Errorf("two runs of one configuration differ (%v)", err)
	}
	if len(w.Order) != 3 || len(w.Rows) != 2 || w.ValidationDays != 28*24 {
		t.Errorf("%d edges, %d rows, %d validation days", len(w.Order), len(w.Rows), w.ValidationDays)
	}
	if w.Ridge >= w.Persistence || w.Ridge < 5 {
		t.Errorf("ridge %.2f, persistence %.2f °C²: want ridge below persistence, and not far below", w.Ridge, w.Persistence)
	}
	free, guided := w.Rows[0], w.Rows[1]
	if free.Excess.Mean != 0 || guided.Excess.Mean == 0 || free.Conflicts.Mean != 0 {
		t.Errorf("excess %g and %g, conflicts of the unconstrained model %g", free.Excess.Mean, guided.Excess.Mean, free.Conflicts.Mean)
	}
	if !(guided.MSE.Low < guided.MSE.Mean && guided.MSE.Mean < guided.MSE.High) {
		t.Errorf("interval %+v", guided.MSE)
	}
}

// TestRidgeFindsALinearLaw: y is linear in today and yesterday.
func TestRidgeFindsALinearLaw(t *testing.T) {
	data := igbo.Data{Features: []string{"a", "b"}, Steps: 40}
	for i := range 80 {
		data.X = append(data.X, math.Sin(float64(i*i)), math.Cos(float64(3*i*i)))
	}
	for i := range 80 {
		y := 3.0
		if i > 0 {
			y += 2*data.X[2*i] - data.X[2*i-1]
		}
		data.Y = append(data.Y, y)
	}
	r, err := fitRidge(data, 1)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "ridge error", r.mse(data), 0, 1e-6)
}

// TestEstimateByHand: the 95 % interval of 1, 2, 3 is 2 ± 4.3027/√3.
func TestEstimateByHand(t *testing.T) {
	e := newEstimate([]float64{1, 2, 3}, 0.95)
	near(t, "mean", e.Mean, 2, 1e-15)
	near(t, "high", e.High, 2+4.302652729/math.Sqrt(3), 1e-8)
	if one := newEstimate([]float64{5}, 0.95); one.Low != 5 || one.High != 5 {
		t.Errorf("one seed: %+v", one)
	}
}

func TestSequenceStudiesBadInput(t *testing.T) {
	for want, change := range map[string]func(*SequencesConfig, *WeatherConfig){
		"output step 24":         func(s *SequencesConfig, _ *WeatherConfig) { s.Output = 24 },
		"0 models":               func(s *SequencesConfig, _ *WeatherConfig) { s.Models = nil },
		"memory 2":               func(s *SequencesConfig, _ *WeatherConfig) { s.Task.Memory = 2 },
		"intervals of level 1":   func(s *SequencesConfig, _ *WeatherConfig) { s.Level = 1 },
		"burn-in of 32 of 32":    func(_ *SequencesConfig, w *WeatherConfig) { w.BurnIn = 32 },
		"0 seeds, expected":      func(_ *SequencesConfig, w *WeatherConfig) { w.Seeds = 0 },
		"windows 0 days apart":   func(_ *SequencesConfig, w *WeatherConfig) { w.TrainStride = 0 },
		"projection: ":           func(_ *SequencesConfig, w *WeatherConfig) { w.Rules = []string{"magic"} },
		"snow":                   func(_ *SequencesConfig, w *WeatherConfig) { w.Tiers[0] = []string{"snow"} },
		"GRU of width 0":         func(_ *SequencesConfig, w *WeatherConfig) { w.Network.Hidden = 0 },
		"unknown model \"tree\"": func(s *SequencesConfig, _ *WeatherConfig) { s.Models = []models.Spec{{Kind: "tree"}} },
	} {
		s, w := DefaultSequencesConfig(), quickWeather()
		change(&s, &w)
		err := s.Validate()
		if err == nil {
			_, err = StudyWeather(context.Background(), backendtest.Open(t), w, nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
