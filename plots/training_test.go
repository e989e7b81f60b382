package plots_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/igbolab/igbolab/plots"
)

// A run whose gradients come to conflict as the losses fall, beside another.
func ExampleTraining() {
	source := rand.New(rand.NewPCG(5, 6))
	runs := []plots.TrainingRun{{Name: "baseline"}, {Name: "IGBO"}}
	for i := range runs {
		for k := range 600 {
			step := float64(k)
			cosine := math.Tanh(1-step/200) + 0.25*source.NormFloat64()
			cosine = math.Max(-1, math.Min(1, cosine))
			label := 0
			if cosine < 0 {
				label = 1
			}
			if i == 1 && k > 450 && source.Float64() < 0.3 {
				label = 2
			}
			runs[i].Steps = append(runs[i].Steps, step)
			runs[i].L = append(runs[i].L, 900*math.Exp(-step/90)*(1+0.05*source.NormFloat64())+8)
			runs[i].H = append(runs[i].H, 0.02*math.Exp(-step*float64(i)/150))
			runs[i].Cosine = append(runs[i].Cosine, cosine)
			runs[i].Cases = append(runs[i].Cases, label)
		}
	}
	figure, err := plots.Training(runs, []string{"agreement", "conflict", "H satisfied"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/training.png"))
	// Output: <nil>
}

func TestTraining(t *testing.T) {
	cmpimg.CheckPlotApprox(ExampleTraining, t, goldenDelta, "training.png")
}
