package floatjson

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestNumbers checks that all numbers are restored exactly.
func TestNumbers(t *testing.T) {
	values := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0.1}
	text := must.Of(Marshal(values)).In(t)
	var back []float64
	must.Do(t, Unmarshal(text, &back))
	for i, v := range values {
		if math.Float64bits(v) != math.Float64bits(back[i]) && !(math.IsNaN(v) && math.IsNaN(back[i])) {
			t.Errorf("%s: read %g, want %g", text, back[i], v)
		}
	}
	if err := Unmarshal([]byte(`["none"]`), &back); err == nil {
		t.Error("a word is read as a number")
	}
}
