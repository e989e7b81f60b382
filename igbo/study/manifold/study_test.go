package manifold

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
	"github.com/igbolab/igbolab/plots"
)

// few is a study in a moment.
func few() Config {
	c := DefaultConfig()
	c.Networks, c.Epochs, c.Samples, c.Points = 2, 3, 60, 4
	return c
}

// TestOneNetworkMore is trained alone.
func TestOneNetworkMore(t *testing.T) {
	o, c, backend := study.Options{Dir: t.TempDir()}, few(), backendtest.Open(t)
	first := must.Of(study.Run(t.Context(), backend, c, o)).In(t)
	c.Networks++
	least := math.MaxInt
	o.Progress = func(done, _ int) { least = min(least, done) }
	if more, err := study.Run(t.Context(), backend, c, o); err != nil || least <= 2*3*2 || !reflect.DeepEqual(more.Rise[:2], first.Rise) {
		t.Errorf("%d steps were there, %v", least, err)
	}
}

// TestResult: tables and figures show both paths.
func TestResult(t *testing.T) {
	r := must.Of(study.Run(t.Context(), backendtest.Open(t), few(), study.Options{Unkept: true})).In(t)
	tables := r.Tables()
	if len(tables) != 2 || len(tables[0].Rows) != 4 || len(tables[1].Rows) != 2 || len(tables[1].Data) != 3 {
		t.Errorf("tables %v", tables)
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 3 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
	back := few()
	back.From, back.To = back.To, back.From
	r.Straight, r.Along = back.straight(), back.along()
	if _, err := r.PathFigure(); err != nil {
		t.Errorf("a path to the left: %v", err)
	}
}

// TestOneNetworkDiffersFromNone: there is neither spread nor "1 networks".
func TestOneNetworkDiffersFromNone(t *testing.T) {
	c := few()
	c.Networks = 1
	r := must.Of(study.Run(t.Context(), backendtest.Open(t), c, study.Options{Unkept: true})).In(t)
	text := r.Tables()[0].Text()
	for sign, want := range map[string]bool{"1 networks": false, "differ by": false, "One network: there is nothing to differ from.": true, "not how often": true} {
		if strings.Contains(text, sign) != want {
			t.Errorf("%q is %v in\n%s", sign, !want, text)
		}
	}
	figures, err := r.Figures()
	if err != nil || len(figures) != 3 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	for _, f := range figures {
		if title := f.(*plots.Chart).Title(); strings.Contains(title, "smallest") {
			t.Errorf("title %q", title)
		}
	}
}

// TestCancellation: within a training.
func TestCancellation(t *testing.T) {
	c := few()
	c.Epochs = 1e6
	ctx, cancel := context.WithCancel(t.Context())
	_, err := study.Run(ctx, backendtest.Open(t), c, study.Options{Unkept: true, Progress: func(int, int) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestSenseless: counts and numbers that no study can have.
func TestSenseless(t *testing.T) {
	config := func(set func(c *Config)) error {
		c := DefaultConfig()
		set(&c)
		return c.Validate()
	}
	studytest.Refused(t, map[string]func(n int) error{
		"networks": func(n int) error { return config(func(c *Config) { c.Networks = n }) },
		"samples":  func(n int) error { return config(func(c *Config) { c.Samples = n }) },
		"epochs":   func(n int) error { return config(func(c *Config) { c.Epochs = n }) },
		"batch":    func(n int) error { return config(func(c *Config) { c.Batch = n }) },
		"points":   func(n int) error { return config(func(c *Config) { c.Points = n }) },
	})
	for _, v := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if err := config(func(c *Config) { c.Thickness = v }); err == nil || !strings.Contains(err.Error(), "thickness is") || !strings.Contains(err.Error(), "expected a finite number above 0") {
			t.Errorf("thickness %g: error %v", v, err)
		}
	}
}

// TestSettings: every setting reaches its cells.
func TestSettings(t *testing.T) {
	c := few()
	c.Networks, c.Epochs, c.Samples = 1, 1, 51
	if n := studytest.Settings[*Result](t, backendtest.Open(t), c); n < 12 {
		t.Errorf("%d settings were changed", n)
	}
}
