package claims

// noisy has the claims on gradient noise and on convergence.
func noisy() []Claim {
	const conflict, orthogonal, halfway = "curves/case.name=P(0.7), conflict/", "curves/case.name=P(0.7), c = 0/", "curves/case.name=P(½), c = 0/"
	armijo := "runs/rule=paper/step_rule=armijo/smooth=true/"
	return []Claim{
		{
			ID: "theorem-5", Where: "Theorem 5; Convergence Guarantees, third item",
			Text:    "Under noise of deviation σ the bias of P is O(σ²), and so is its variance.",
			Verdict: HoldsConditionally,
			Why:     "Away from c = 0 the bias falls as σ^{away}; at c = 0 and λ = 0.7 it stays at {stays} whatever σ, at λ = ½ it falls as σ^{half} only.",
			Tests:   []string{"igbo/projection TestTheorem5BiasAndVariance", "igbo/study/noise TestRates"},
			Numbers: []Number{
				value("away", "power of the bias, c < 0", "noise", conflict+"bias/power", "%.2f", between(1.85, 2.15)),
				value("stays", "bias at the smallest σ, c = 0, λ = 0.7", "noise", orthogonal+"points/sigma=0.0078125/bias", "%.3f", above(0.25)),
				value("flat", "power of that bias", "noise", orthogonal+"bias/high", "%.3f", below(0.1)),
				value("half", "power of the bias, c = 0, λ = ½", "noise", halfway+"bias/power", "%.2f", between(0.85, 1.15)),
			},
		},
		{
			ID: "corollary-3", Where: "Corollary 3",
			Text:    "Bias and variance of the direction fall as 1/B with the batch size B.",
			Verdict: HoldsConditionally,
			Why:     "From B = 16 to 16384 the bias falls by {away} under conflict, by {half} at c = 0 and λ = ½, and by {stays} there at λ = 0.7.",
			Tests:   []string{"igbo/projection TestCorollary3BatchSize"},
			Numbers: []Number{
				value("away", "bias at the largest over that at the smallest σ, conflict", "noise", conflict+"points/*/bias", "a factor of %.0f", above(500)).of(ratio),
				value("half", "the same, c = 0, λ = ½", "noise", halfway+"points/*/bias", "a factor of %.0f", below(50)).of(ratio),
				value("stays", "the same, c = 0, λ = 0.7", "noise", orthogonal+"points/*/bias", "a factor of %.2f", below(1.1)).of(ratio),
			},
		},
		{
			ID: "piecewise-linear", Where: "Theorem 5, proof",
			Text:    "P is smooth and piecewise linear in the gradients.",
			Verdict: Fails,
			Why:     "Under conflict P is rational in them (its second difference is {bend} at the counterexample), and at c = 0 it is not even continuous.",
			Tests:   []string{"igbo/projection TestVerdict5NotPiecewiseLinear", "igbo/projection TestVerdict3JumpAtOrthogonality"},
			Numbers: []Number{computed("bend", "second difference of P(½)", "%.4f", bend, above(1e-3))},
		},
		{
			ID: "definition-1", Where: "Definition 1",
			Text:    "A point is Pareto-stationary if and only if 0 lies in the convex hull of the gradients.",
			Verdict: Holds, Why: "The norm of the hull's shortest vector is 0 there and nowhere else.",
			Tests: []string{"igbo/projection TestDefinition1Residual"},
		},
		{
			ID: "necessary", Where: "Definition 1, last sentence",
			Text:    "Pareto-stationarity is necessary for Pareto optimality.",
			Verdict: Holds, Why: "Elsewhere small steps along P decrease both objectives.",
			Tests: []string{"igbo/projection TestDefinition1Residual", "igbo/projection TestCorollary2Descent"},
		},
		{
			ID: "theorem-6", Where: "Theorem 6; Abstract",
			Text:    "Steps along −P lead to Pareto-stationary points.",
			Verdict: HoldsConditionally,
			Why:     "With Armijo steps and λ within [0.1, 0.9] {near} of {runs} runs on smooth losses bring the residual below 10⁻⁵ of the first; the printed proof, which takes P for the direction of MGDA, does not show it.",
			Tests:   []string{"igbo/study/convergence TestTheorem6", "igbo/study/convergence TestTheorem6FromRandomStarts"},
			Numbers: []Number{
				value("near", "runs near a stationary point", "convergence", armijo+"last÷first", "%.0f", above(10)).of(arrived),
				value("runs", "runs", "convergence", armijo+"last÷first", "%.0f", above(10)).of(count),
			},
		},
		{
			ID: "any-lambdas", Where: "Theorem 6, \"for any sequence\"",
			Text:    "Convergence holds for every sequence λ_k in (0, 1).",
			Verdict: Fails,
			Why:     "With λ_k = 1 − 10^−k and Armijo steps on max(L, H) of two parabolas the steps have a finite sum, and {vanishing} of the first residual stays for ever; with λ_k = ½ the same steps leave {half}.",
			Numbers: []Number{
				computed("vanishing", "residual left, λ_k → 1", "%.0f %%", func() float64 { return stalled(vanishing) }, above(0.5)).times(100),
				computed("half", "residual left, λ_k = ½", "%.0f %%", func() float64 { return stalled(half) }, below(0.1)).times(100),
			},
		},
		{
			ID: "smooth-assumption", Where: "Theorem 6, assumptions",
			Text:    "The interpretability loss is continuously differentiable with a Lipschitz gradient.",
			Verdict: Fails,
			Why:     "It is made of hinges, whose derivative jumps by {kink}, of |h| and of a ReLU's gradients; on hinges {near} of {runs} runs by Armijo steps along P arrive, though no theorem says so.",
			Tests:   []string{"igbo/objective TestBatchLossEquation"},
			Numbers: []Number{
				computed("kink", "jump of a hinge's derivative", "%.0f", kink, near(1, 1e-9)),
				value("near", "runs near a stationary point, hinges", "convergence", "runs/rule=paper/step_rule=armijo/smooth=false/last÷first", "%.0f", anything()).of(arrived),
				value("runs", "runs on hinges", "convergence", "runs/rule=paper/step_rule=armijo/smooth=false/last÷first", "%.0f", above(0)).of(count),
			},
		},
		{
			ID: "stationary-maximum", Where: "Theorem 6, proof",
			Text:    "Accumulation points are stationary points of max(L, H).",
			Verdict: Fails,
			Why:     "P stops wherever the gradients are opposite: between the minima of two parabolas one of which lies higher, the gradient of the maximum has the length {gradient} there.",
			Tests:   []string{"igbo/projection TestSpecialGradients"},
			Numbers: []Number{
				computed("gradient", "length of the gradient of max(L, H)", "%.0f", func() float64 { g, _ := opposite(); return g }, above(0.5)),
				computed("step", "length of P there", "%.0f", func() float64 { _, p := opposite(); return p }, exactly(0)),
			},
		},
		{
			ID: "or-equivalently", Where: "Theorem 6, step sizes",
			Text:    "Diminishing steps with an infinite sum are as good as Armijo's.",
			Verdict: HoldsConditionally,
			Why:     "In the limit they may be; within 3000 steps of P {root} of {runs} runs arrive with steps of 1/√k and {inverse} with 1/k, where Armijo's bring {armijo}.",
			Tests:   []string{"igbo/train TestArmijoCondition"},
			Numbers: []Number{
				value("root", "runs with 1/√k", "convergence", "runs/rule=paper/step_rule=inverse-root/last÷first", "%.0f", anything()).of(arrived),
				value("inverse", "runs with 1/k", "convergence", "runs/rule=paper/step_rule=inverse/last÷first", "%.0f", below(3)).of(arrived),
				value("armijo", "runs with Armijo", "convergence", "runs/rule=paper/step_rule=armijo/last÷first", "%.0f", above(13)).of(arrived),
				value("runs", "runs", "convergence", "runs/rule=paper/step_rule=armijo/last÷first", "%.0f", above(13)).of(count),
			},
		},
		{
			ID: "oracle-converges-too", Where: "Remark after Theorem 6",
			Text:    "The oracle's training has the same guarantee of convergence.",
			Verdict: HoldsConditionally,
			Why:     "The guarantee is kept by not moving: the straight line, the start, is Pareto-stationary, as it has the least L_path of all.",
			Tests:   []string{"igbo/oracle TestZeroOutputIsTheStraightLine"},
			Numbers: []Number{value("straight", "share of the straight path in the data, ring", "oracle-front", "laws/law=ring/seeds/*/straight/valid", "%.0f %%", below(0.7)).of(mean).times(100)},
		},
	}
}
