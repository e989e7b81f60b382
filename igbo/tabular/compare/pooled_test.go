package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestPooledScore checks that R² of all held-out records together is 1 − MSE/variance, even if each
// fold has few records. The mean over folds of one or two records is far lower.
func TestPooledScore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	v := &Comparison{Config: Config{Config: igbo.Config{Loss: task.Loss{Kind: task.KindSquared}}, Folds: 20}}
	var all, missed []float64
	for range 20 {
		held, loss := Spread{}, 0.0
		for range 2 {
			y, e := 10+3*r.NormFloat64(), r.NormFloat64()
			held = held.with(Spread{Weight: 1, Mean: y})
			loss += e * e / 2
			all, missed = append(all, y), append(missed, e*e)
		}
		v.Folds = append(v.Folds, Fold{Held: held, With: Errors{Loss: loss, Score: 1 - 2*loss/held.Squares}})
	}
	mean, squares, error := 0.0, 0.0, 0.0
	for i, y := range all {
		mean += y / float64(len(all))
		error += missed[i]
	}
	for _, y := range all {
		squares += (y - mean) * (y - mean)
	}
	got := v.mean(arm{"", func(f Fold) Errors { return f.With }}).Score
	if want := 1 - error/squares; math.Abs(got-want) > 1e-12 || want < 0.8 {
		t.Errorf("R² %g, want %g", got, want)
	}
	averaged := 0.0
	for _, f := range v.Folds {
		averaged += f.With.Score / 20
	}
	if averaged > 0 {
		t.Errorf("the average of the folds' R² is %g: no case to tell them apart", averaged)
	}
}
