package learning

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
)

// TestTheOptimiserMakesTheDifference checks that with the same optimiser both students end at the same loss. After twenty
// epochs, Adam at 1e-3 must be far from least squares and SGD near it. P(½) halves the gradient of the task, so the IGBO
// student with SGD is slower at first; Adam does not depend on this scale.
func TestTheOptimiserMakesTheDifference(t *testing.T) {
	cfg := teacherstudent.DefaultConfig()
	cfg.Optimizers = []igbo.Optimizer{{Name: "adam", LearningRate: 1e-3}, {Name: "sgd", LearningRate: 1e-2}}
	curves := must.Of(workflow.Run(t.Context(), backendtest.Open(t), Config{cfg, 20}, workflow.Options{Unkept: true})).In(t)
	if len(curves.Curves) != 4 || len(curves.Curves[0].Loss) != 20 || curves.Curves[0].Steps[19] != 640 {
		t.Fatalf("%d curves of %d epochs ending at %v", len(curves.Curves), len(curves.Curves[0].Loss), curves.Curves[0].Steps)
	}
	for i := 0; i < 4; i += 2 {
		base, guided := curves.Curves[i], curves.Curves[i+1]
		if base.IGBO || !guided.IGBO || base.Optimizer != guided.Optimizer {
			t.Fatalf("curves %d and %d are no pair", i, i+1)
		}
		if b, g := base.Loss[19], guided.Loss[19]; math.Abs(g/b-1) > 0.05 {
			t.Errorf("%s: IGBO ends at %g, baseline at %g, want within 5 %%", base.Optimizer.Name, g, b)
		}
	}
	if adam, sgd := curves.Curves[0].Loss[19], curves.Curves[2].Loss[19]; adam < 5*curves.LeastSquares || sgd > 1.1*curves.LeastSquares {
		t.Errorf("after 640 steps Adam is at %g and SGD at %g, least squares at %g", adam, sgd, curves.LeastSquares)
	}
	if err := (Config{cfg, 0}).Validate(); err == nil {
		t.Error("0 epochs are accepted")
	}
}
