package claims

import (
	"strconv"

	"gonum.org/v1/gonum/floats"
)

// graph has the claims on the graph that is built from batches.
func graph() []Claim {
	return []Claim{
		{
			ID: "lemma-1", Where: "Lemma 1",
			Text:    "Batch means of bounded scores are asymptotically normal.",
			Verdict: Holds,
			Why:     "Means of 32 skewed scores are within {distance} of the normal law (Kolmogorov), where samples of a normal law would stay within 0.0215.",
			Tests:   []string{"igbo/dag TestLemma1CLTForBoundedScores", "igbo/study/calibration TestLemma1BatchMeansApproachTheirNormalLimit"},
			Numbers: []Number{value("distance", "distance of means of 32 scores from the normal law", "calibration", "limits/batch_size=32/distance", "%.4f", below(0.0215))},
		},
		{
			ID: "lemma-2", Where: "Lemma 2",
			Text:    "The variance of a difference of means over a shared batch has the covariance in it.",
			Verdict: Holds, Why: "Moments agree with the formula.",
			Tests: []string{"igbo/dag TestLemma2SharedBatchDifferences"},
		},
		{
			ID: "theorem-1", Where: "Theorem 1",
			Text:    "Under normality P(s_u > s_v) > α is μ_uv > z_α·σ_uv, and at α = ½ the order of the means.",
			Verdict: Holds, Why: "The plug-in rule draws the same edges either way.",
			Tests: []string{"igbo/dag TestTheorem1ProbabilityThreshold", "igbo/dag TestBuildAgainstTextbookFormulas"},
		},
		{
			ID: "transitivity", Where: "Theorem 2",
			Text:    "For α > ½ the rule is transitive where margin conditions hold.",
			Verdict: HoldsMoreGenerally,
			Why:     "The margin condition is the rule itself and σ of shared batches a seminorm, so there is nothing to check: {broken} of the triples with both edges lack the third.",
			Tests:   []string{"igbo/dag TestTheorem2TransitiveUnconditionally", "igbo/dag TestTheorem2NeedsAStrictMargin"},
			Numbers: []Number{computed("broken", "share of triples that break transitivity", "%.0f %%", intransitive, exactly(0)).times(100)},
		},
		{
			ID: "acyclic-at-half", Where: "Corollary 1, first sentence",
			Text:    "At α = ½ the rule orders all features strictly.",
			Verdict: HoldsConditionally, Why: "It does where no two means are equal; tied features get no edge, and the graph is acyclic all the same.",
			Tests: []string{"igbo/dag TestCorollary1MeansOrderAtHalf", "igbo/dag TestTiesAndConstantDifferences"},
		},
		{
			ID: "acyclic-above-half", Where: "Corollary 1, second sentence; Abstract; Contributions, third item",
			Text:    "For α > ½ the graph is acyclic if all decisions satisfy the margin conditions.",
			Verdict: HoldsMoreGenerally,
			Why:     "Every edge has μ_u > μ_v, so the graph is acyclic for every α ≥ ½ without conditions: {cyclic} of the graphs of the normal rules had a cycle.",
			Tests:   []string{"igbo/dag TestEveryEstimatorKeepsItsPromises"},
			Numbers: []Number{
				value("cyclic", "largest share of cyclic graphs, between batches", "calibration", "rates/estimator=between/cyclic/high", "%.0f %%", exactly(0)).of(floats.Max).times(100),
				value("within", "largest share of cyclic graphs, within batches", "calibration", "rates/estimator=within/cyclic/high", "%.0f %%", exactly(0)).of(floats.Max).times(100),
			},
		},
		{
			ID: "finite-samples", Where: "Remarks on finite-sample corrections; Practical recommendations",
			Text:    "Bootstrap, permutation, truncated normals or an inflated σ take the plug-in's place for small batches.",
			Verdict: HoldsConditionally,
			Why:     "They agree with it on many batches, but the guarantees are the plug-in's: frequencies of s_u > s_v can be {ring} all around a ring of four, so cycles must be looked for and repaired.",
			Tests:   []string{"igbo/dag TestFrequencyCycle", "igbo/dag TestPermutationIsAcyclic", "igbo/dag TestEstimatorsAgreeOnNormalScores", "igbo/dag TestInflatedDeviation", "igbo/dag/estimate TestTruncatedAgainstRejectionSampling"},
			Numbers: []Number{computed("ring", "least frequency around the ring", "%.2f", ring, above(0.7))},
		},
		{
			ID: "repair-by-alpha", Where: "Acyclicity and transitivity, last sentence",
			Text:    "Where conditions are violated, a locally reduced α or a removed edge restores acyclicity.",
			Verdict: HoldsConditionally, Why: "Removing edges does, and a minimal set can be found; a lower α only adds edges and cannot break a cycle, so it serves transitivity alone.",
			Tests: []string{"igbo/dag TestLowerAlphaAndForms", "igbo/dag TestRepairIsExactOnSmallComponents"},
		},
		{
			ID: "between-batches", Where: "Estimator guidance; Practical recommendations",
			Text:    "The variance between batches is to be preferred where there are many, that within one where there is one.",
			Verdict: HoldsConditionally,
			Why:     "On 30 batches the two draw equally many false edges ({many} and {manywithin}); on two, between draws {few} where {nominal} are nominal, within {fewwithin}.",
			Tests:   []string{"igbo/dag TestWithinBatchOfOneBatchIsVarianceOverN", "igbo/dag TestAutoFollowsTheGuidance"},
			Numbers: []Number{
				falseEdges("many", "between", 960, near(0.005, 0.02)), falseEdges("manywithin", "within", 960, near(0.005, 0.02)),
				falseEdges("few", "between", 64, above(0.5)), falseEdges("fewwithin", "within", 64, below(0.5)),
				value("nominal", "nominal rate of false edges, 64 rows", "calibration", "rates/estimator=between/data.rows=64/alpha=0.7/nominal", "%.0f %%", anything()).times(100),
			},
		},
		{
			ID: "high-confidence", Where: "Graph Construction, Overview",
			Text:    "An edge is drawn \"with high confidence\".",
			Verdict: Fails,
			Why:     "P̂ > 0.7 is about one batch, not about the means: with the paper's 50 batches redrawn from 200 points a pair without any difference gets an edge in {redrawn} of cases.",
			Tests:   []string{"igbo/dag TestMultiplicityOnPureNoise", "igbo/dag/calibrate TestCalibrationTable"},
			Numbers: []Number{
				value("redrawn", "false edges, 50 batches redrawn from 200 rows", "calibration", "rates/estimator=between/data.rows=200/alpha=0.7/false_edges/mean", "%.0f %%", above(0.15)).times(100),
			},
		},
	}
}

// falseEdges is the share of pairs without a difference that get an edge at α = 0.7.
func falseEdges(key, estimator string, rows int, need Need) Number {
	path := "rates/estimator=" + estimator + "/data.rows=" + strconv.Itoa(rows) + "/alpha=0.7/false_edges/mean"
	return value(key, "false edges, "+estimator+", "+strconv.Itoa(rows)+" rows", "calibration", path, "%.1f %%", need).times(100)
}
