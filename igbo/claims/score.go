package claims

// score has the claims on attributions and on the score H.
func score() []Claim {
	const midpoint, left = 0.5, 0
	return []Claim{
		{
			ID: "straight-path-is-ig", Where: "Equations of TIG, general and linear",
			Text:    "Along the straight path TIG is the usual integrated gradient.",
			Verdict: Holds, Why: "The two agree, for every quadrature rule.",
			Tests: []string{"igbo/attribution TestPathThroughTheStraightLineIsTheStraightPath", "igbo/attribution TestEquation4LinearModelIsClosedForm"},
		},
		{
			ID: "axioms", Where: "Related Work, Gradient-based Attribution",
			Text:    "TIG inherits the axioms of integrated gradients: completeness, implementation invariance.",
			Verdict: Holds,
			Why:     "The gap of completeness is that of the quadrature alone, {gap} for tanh 3x by the midpoint rule at the paper's M = 20.",
			Tests:   []string{"igbo/attribution TestCompleteness", "igbo/attribution TestImplementationInvariance"},
			Numbers: []Number{computed("gap", "gap at M = 20", "%.0e", func() float64 { return gap(20, midpoint) }, below(1e-4))},
		},
		{
			ID: "importance-over-time", Where: "Introduction; Temporal Integrated Gradients",
			Text:    "TIG measures which feature matters at which time.",
			Verdict: Holds,
			Why:     "On sequences with a known truth it ranks the inputs with an AUPRC of {gru} for a GRU, where chance gives {chance}.",
			Tests:   []string{"igbo/study/sequences TestTIGRecoversTheTruth"},
			Numbers: []Number{
				value("gru", "AUPRC of TIG, GRU", "sequences", "models/model=gru/methods/method=TIG/auprc/low", "%.2f", above(0.8)),
				value("chance", "AUPRC of random attributions", "sequences", "models/model=gru/methods/method=random/auprc/high", "%.2f", below(0.5)),
			},
		},
		{
			ID: "cumulative", Where: "Relative Importance Score, h_{t,k}",
			Text:    "The attributions of a feature up to time t sum up what it gave to the output at t.",
			Verdict: Holds, Why: "Causal models attribute nothing to later inputs, so the sum to t is the sum over all times.",
			Tests: []string{"igbo/attribution TestCausalModelHasNoFutureAttribution"},
		},
		{
			ID: "score-range", Where: "Relative Importance Score, H",
			Text:    "H lies in [−1, 1], and differences of H are well defined.",
			Verdict: HoldsMoreGenerally, Why: "Even Σ|H_k| ≤ 1; so an order with numbers can be unsatisfiable, which the paper does not say.",
			Tests: []string{"igbo/attribution TestScoresStayInRange", "igbo/dag/expert TestInfeasibleFiles"},
		},
		{
			ID: "score-sign", Where: "Relative Importance Score, below H",
			Text:    "A positive score says that the feature moves the output the way it changes.",
			Verdict: HoldsConditionally, Why: "It does so for one output of one sample; the mean over times and samples cancels signs, and is 0 for the linear student whatever its weights.",
			Tests:   []string{"igbo/attribution TestScoreFormula", "igbo/attribution TestVerdict8SignedScoreOfALinearModelIsOdd"},
			Numbers: []Number{computed("zero", "largest mean score of linear models on symmetric inputs", "%.0e", symmetricMean, below(1e-15))},
		},
		{
			ID: "comparable", Where: "Relative Importance Score, below H",
			Text:    "The normalisation makes the scores of features comparable.",
			Verdict: Holds, Why: "Shares have no unit: inputs and targets in other units give the same ones.",
			Tests: []string{"igbo TestStandardizeIsUnitFree", "igbo/attribution TestScoreFormula"},
		},
		{
			ID: "signed-score-steers", Where: "Relative Importance Score; Experiment",
			Text:    "The signed score H can be constrained: a student's expected differences follow its parameters.",
			Verdict: Fails,
			Why:     "For a linear student at baseline 0 and symmetric inputs the mean of H is 0 for every θ ({zero} in the largest of 200 models), so in the paper's experiment its loss has nothing to steer.",
			Tests:   []string{"igbo/attribution TestVerdict8SignedScoreOfALinearModelIsOdd", "igbo/study/teacherstudent TestVerdict8SignedLossIsConstantInPopulation"},
			Numbers: []Number{
				computed("zero", "largest mean score of linear models on symmetric inputs", "%.0f", symmetricMean, below(1e-15)),
				value("fresh", "loss on fresh points, least squares", paperStudy, "freshness/score=signed/loss_of_least_squares_fresh/mean", "%.4f", above(0.004)),
			},
		},
		{
			ID: "differentiable", Where: "Interpretability Loss, last paragraph; Contributions, first item",
			Text:    "H is differentiable in θ, and backpropagation gives the gradient of the loss.",
			Verdict: HoldsConditionally,
			Why:     "It is where no contribution is 0 and no hinge is at its end, and for models whose operations have right second derivatives, which had to be mended for some.",
			Tests:   []string{"igbo/attribution TestGradientOfHWithRespectToParameters", "igbo/attribution/forward TestTable", "igbo/objective TestBatchLossEquation"},
		},
		{
			ID: "left-sum", Where: "Integration Strategy, Riemann sum",
			Text:    "A left Riemann sum over M points approximates the integral.",
			Verdict: HoldsConditionally,
			Why:     "It needs q_1 = X′ and q_M = X, which is not said, and errs as 1/M: {left} for tanh 3x at M = 50, where midpoints err by {middle}.",
			Tests:   []string{"igbo/oracle TestCompletenessInM", "igbo/attribution TestRulesKeepTheirOrderOnKinkedPaths"},
			Numbers: []Number{
				computed("left", "error of the left rule", "%.3f", func() float64 { return gap(50, left) }, above(0.01)),
				computed("middle", "error of the midpoint rule", "%.0e", func() float64 { return gap(50, midpoint) }, below(1e-4)),
			},
		},
	}
}
