package claims

// order has the claims on the order and on the interpretability loss.
func order() []Claim {
	return []Claim{
		{
			ID: "edge-direction", Where: "Interpretability Graph; Edge orientation rule",
			Text:    "An edge says which of two features should matter more.",
			Verdict: HoldsConditionally, Why: "One section points edges at the more important feature, another away from it; the library fixes u→v as u above v.",
			Tests: []string{"igbo/objective TestEdgeDirectionAndInterval"},
		},
		{
			ID: "intervals", Where: "Interpretability Graph, below the constraint",
			Text:    "Intervals for differences give finer control than inequalities: a margin below, no extremes above.",
			Verdict: HoldsConditionally, Why: "Both ends act as said; several intervals can contradict each other, which a small linear programme finds.",
			Tests: []string{"igbo/objective TestEdgeDirectionAndInterval", "igbo/dag/expert TestInfeasibleFiles", "igbo/dag/feasible TestAgainstBruteForce"},
		},
		{
			ID: "hinge", Where: "Interpretability Loss, batch loss",
			Text:    "The loss is 0 where every difference lies in its interval, and grows with the distance outside.",
			Verdict: Holds, Why: "The graph and an independent reference agree, gradients with finite differences.",
			Tests: []string{"igbo/objective TestBatchLossEquation", "igbo/objective TestEdgeDirectionAndInterval"},
		},
		{
			ID: "batch-estimate", Where: "Interpretability Loss, Monte Carlo estimate",
			Text:    "The loss of a batch estimates whether expected differences lie in their intervals.",
			Verdict: HoldsConditionally,
			Why:     "It is biased upwards, as a hinge of a mean is at most the mean of hinges: a satisfied edge still has an expected loss of {small} with batches of 32, and {large} with 1024.",
			Numbers: []Number{
				computed("small", "expected loss at B = 32", "%.4f", func() float64 { return batchLoss(32) }, above(0.005)),
				computed("large", "expected loss at B = 1024", "%.6f", func() float64 { return batchLoss(1024) }, below(0.001)),
			},
		},
		{
			ID: "teacher-intervals", Where: "Graph Construction, Overview; DAG and constraints",
			Text:    "A teacher's means and deviations give the intervals μ ± rσ.",
			Verdict: HoldsConditionally,
			Why:     "With 30 batches they hold a fresh batch's difference in {many} of cases (nominal 68 %), with two batches in {few}.",
			Tests:   []string{"igbo/dag TestBuildAgainstTextbookFormulas", "igbo/study/calibration TestNominalRate"},
			Numbers: []Number{
				value("many", "cover of a fresh batch, 960 rows", "calibration", "rates/estimator=between/data.rows=960/alpha=0.7/cover_batch/mean", "%.0f %%", between(0.62, 0.7)).times(100),
				value("few", "cover of a fresh batch, 64 rows", "calibration", "rates/estimator=between/data.rows=64/alpha=0.7/cover_batch/mean", "%.0f %%", below(0.5)).times(100),
			},
		},
	}
}
