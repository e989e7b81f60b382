package weather

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestRidgeFindsALinearLaw checks that ridge recovers a y that is linear in today and yesterday.
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
	r := must.Of(fitRidge(data, 1)).In(t)
	if miss := r.mse(data); !(miss <= 1e-6) {
		t.Errorf("ridge error %g, want 0", miss)
	}
}

// TestPersistenceByHand checks the error of yesterday's maximum on the days that count.
func TestPersistenceByHand(t *testing.T) {
	data := igbo.Data{Features: []string{"wind", "temp_max"}, Steps: 3, X: []float64{9, 1, 9, 2, 9, 4}, Y: []float64{100, 4, 7}}
	if mse, err := persisted(data, 1); err != nil || mse != (4+9)/2.0 {
		t.Errorf("error %g, %v, want 6.5", mse, err)
	}
	data.Features[1] = "temperature"
	if _, err := persisted(data, 1); err == nil {
		t.Error("no error without temp_max")
	}
}
