package claims

import "github.com/igbolab/igbolab/igbo/projection"

// projected has the claims on the mapping P.
func projected() []Claim {
	low := func() float64 { l, _ := lambdas(); return l }
	high := func() float64 { _, h := lambdas(); return h }
	first := func(c float64) func() float64 { return func() float64 { d, _ := descents(c); return d } }
	second := func(c float64) func() float64 { return func() float64 { _, d := descents(c); return d } }
	return []Claim{
		{
			ID: "early-termination", Where: "Convergence Conditions",
			Text:    "Training ends where a gradient is negligible or both are opposite, as descent is impossible or unnecessary.",
			Verdict: Fails,
			Why:     "The second gradient is 0 wherever every hinge is satisfied, also before the task is learnt; at α = 0.9 none of {empty} experiments has a single edge, and training would not begin.",
			Tests:   []string{"igbo/train TestSpecialCases", "igbo TestEmptyDAGStepsOnG1", "igbo/projection TestNegligibleGradientKeepsTheOther"},
			Numbers: []Number{
				value("empty", "experiments at α = 0.9", "ablation", "rows/alpha=0.9/mse_reduction/values/*", "%.0f", above(0)).of(count),
				value("edges", "edges at α = 0.9", "ablation", "rows/alpha=0.9/edges/mean", "%.0f", exactly(0)).of(spread),
			},
		},
		{
			ID: "no-lambda", Where: "Fundamental Limitation; Lemma 3, first sentence",
			Text:    "Under conflict no convex combination of the gradients descends on both objectives.",
			Verdict: Fails,
			Why:     "The same lemma finds an interval: for g1 = (1, 0) and g2 = (−1, 2) every λ from {low} to {high} does.",
			Tests:   []string{"igbo/projection TestLemma3NaiveCombination"},
			Numbers: []Number{computed("low", "lower end of λ", "%.2f", low, near(0.5, 1e-9)), computed("high", "upper end of λ", "%.2f", high, above(0.8))},
		},
		{
			ID: "some-lambda", Where: "Lemma 3, second sentence",
			Text:    "Under conflict some λ of a convex combination descend on both, not all.",
			Verdict: Holds, Why: "The interval is that of the lemma, and empty for opposite gradients alone.",
			Tests: []string{"igbo/projection TestLemma3NaiveCombination"},
		},
		{
			ID: "theorem-3", Where: "Theorem 3",
			Text:    "For g1·g2 ≥ 0 P descends on both objectives, and every common descent direction of the cone is a multiple of P.",
			Verdict: Holds, Why: "Both parts hold over gradients of every scale.",
			Tests: []string{"igbo/projection TestTheorem3AndTheorem4Descent", "igbo/projection TestTheorem4InvertCorrected"},
		},
		{
			ID: "theorem-4", Where: "Theorem 4, first sentence",
			Text:    "Under conflict, too, P descends on both objectives for every λ in (0, 1).",
			Verdict: Holds, Why: "v·g1 = (1 − λ)·‖g1⊥2‖² and v·g2 = λ·‖g2⊥1‖², positive unless the gradients are opposite.",
			Tests: []string{"igbo/projection TestTheorem3AndTheorem4Descent", "igbo/projection TestTheorem4Products"},
		},
		{
			ID: "theorem-4-complete", Where: "Theorem 4, second sentence; Unified Theoretical Guarantee",
			Text:    "Every direction of C_SD is a multiple of P for some λ.",
			Verdict: Holds, Why: "It is, with other formulas than the printed ones: they reach the target below up to {error}.",
			Tests:   []string{"igbo/projection TestTheorem4InvertCorrected"},
			Numbers: []Number{computed("error", "distance by the corrected formulas", "%.0e", ofCorrected, below(1e-12))},
		},
		{
			ID: "theorem-4-inverse", Where: "Theorem 4, proof, λ and η",
			Text:    "The printed λ and η give α·g1 + β·g2.",
			Verdict: Fails,
			Why:     "For g1 = (1, 0), g2 = (−1, 2), α = 2 and β = 1 the target is (1, 2) and they give ({x}, {y}); for α = 0.1, a direction outside C_SD, they still answer, λ = {outside}.",
			Tests:   []string{"igbo/projection TestTheorem4InvertCorrected"},
			Numbers: []Number{
				computed("x", "first component", "%.3f", func() float64 { return ofPrinted(0) }, below(0.9)),
				computed("y", "second component", "%.3f", func() float64 { return ofPrinted(1) }, above(2.1)),
				computed("outside", "printed λ outside C_SD", "%.3f", printedOutside, between(0, 1)),
			},
		},
		{
			ID: "descent", Where: "Corollary 2; Convergence Guarantees, first item",
			Text:    "Small steps along −P decrease both objectives.",
			Verdict: HoldsConditionally, Why: "So it is for differentiable objectives and plain gradient steps; an optimiser such as Adam does not step along −P.",
			Tests: []string{"igbo/projection TestCorollary2Descent", "igbo/train TestGradientDescentDescendsBoth"},
		},
		{
			ID: "lambda-trades", Where: "Practical Implementation",
			Text:    "λ is a continuous and consistent trade-off between the objectives.",
			Verdict: Fails,
			Why:     "P jumps by {jump} where unit gradients become orthogonal at λ = 0.9, and the roles swap: the descents go from ({a}, {b}) to ({c}, {d}). A named variant does not jump.",
			Tests:   []string{"igbo/projection TestVerdict3JumpAtOrthogonality", "igbo/projection TestVerdict3WhatLambdaWeighs"},
			Numbers: []Number{
				computed("jump", "jump of P at c = 0", "%.2f", func() float64 { return jump(projection.Paper{}) }, above(1)),
				computed("none", "jump of the continuous variant", "%.0e", func() float64 { return jump(projection.Continuous{}) }, below(1e-6)),
				computed("a", "P·g1 at c = 0.01", "%.2f", first(0.01), above(0.8)), computed("b", "P·g2 at c = 0.01", "%.2f", second(0.01), below(0.2)),
				computed("c", "P·g1 at c = −0.01", "%.2f", first(-0.01), below(0.2)), computed("d", "P·g2 at c = −0.01", "%.2f", second(-0.01), above(0.8)),
			},
		},
		{
			ID: "dynamic-lambda", Where: "Practical Implementation, second and third item",
			Text:    "λ can follow a schedule, the gradients' magnitudes, or a validation loss.",
			Verdict: Holds, Why: "All three train; by powers of the norms one family has the directions of PCGrad, IMTL-G and MGDA under conflict.",
			Tests: []string{"igbo/train TestLambdaKinds", "igbo/train TestPowerFamilyTrainsAsItsRule", "igbo/train TestLambdaByValidation"},
		},
		{
			ID: "full-guarantees", Where: "Projection, last paragraph",
			Text:    "The projection makes of heuristic balancing a procedure with full guarantees, stable and with explicit control.",
			Verdict: Fails, Why: "Descent is guaranteed, control is not: λ changes its meaning at c = 0, and an empty gradient or Adam's step voids the rest.",
			Tests: []string{"igbo/projection TestPropertyTable", "igbo/projection TestVerdict3WhatLambdaWeighs"},
		},
	}
}
