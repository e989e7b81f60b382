package curve

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/plots"
)

// few returns a small study.
func few() Config {
	c := DefaultConfig()
	c.Networks, c.Epochs, c.Samples, c.Points = 2, 3, 60, 4
	return c
}

// TestOneNetworkMore checks that one more network only needs its own training.
func TestOneNetworkMore(t *testing.T) {
	more := few()
	more.Networks++
	if first, second, there, _ := studytest.Grown[*Result](t, backendtest.Open(t), few(), more); there <= 2*3*2 || !reflect.DeepEqual(second.Rise[:2], first.Rise) {
		t.Errorf("%d steps were there", there)
	}
}

// TestResult checks that tables and figures show both paths.
func TestResult(t *testing.T) {
	r := studytest.Found[*Result](t, backendtest.Open(t), few())
	tables := r.Tables()
	if len(tables) != 2 || len(tables[0].Rows) != 4 || len(tables[1].Rows) != 2 || len(tables[1].Data) != 3 {
		t.Errorf("tables %v", tables)
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 3 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
	back := few()
	back.From, back.To = back.To, back.From
	r.Straight, r.Along = back.path(false), back.path(true)
	if _, err := r.PathFigure(); err != nil {
		t.Errorf("a path to the left: %v", err)
	}
}

// TestOneNetworkDiffersFromNone checks that the text about one network mentions no spread and no "1 networks".
func TestOneNetworkDiffersFromNone(t *testing.T) {
	c := few()
	c.Networks = 1
	r := studytest.Found[*Result](t, backendtest.Open(t), c)
	text := r.Tables()[0].Text()
	for sign, want := range map[string]bool{"1 networks": false, "differ by": false, "With one network, there is nothing to compare.": true, "not how often": true} {
		if strings.Contains(text, sign) != want {
			t.Errorf("%q is %v in\n%s", sign, !want, text)
		}
	}
	figures, err := r.Figures()
	if err != nil || len(figures) != 3 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	for _, f := range figures {
		if title := f.(*plots.Chart).Title(); strings.Contains(title, "differ") || strings.Contains(title, "networks") {
			t.Errorf("title %q", title)
		}
	}
}

// TestCancellation cancels within a training.
func TestCancellation(t *testing.T) {
	c := few()
	c.Epochs = 1e6
	studytest.Cancelled[*Result](t, backendtest.Open(t), c, 0)
}

// TestSenseless checks invalid counts and numbers.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "networks", "samples", "epochs", "batch", "points")
	for _, v := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		studytest.Nonsense(t, DefaultConfig, fmt.Sprintf("thickness must be a finite number above 0, got %g", v), map[string]func(c *Config){
			"thickness": func(c *Config) { c.Thickness = v },
		})
	}
}

// TestSettings checks that every setting changes its cells.
func TestSettings(t *testing.T) {
	c := few()
	c.Networks, c.Epochs, c.Samples = 1, 1, 51
	if n := studytest.Settings[*Result](t, backendtest.Open(t), c); n < 12 {
		t.Errorf("%d settings were changed", n)
	}
}
