package claims

// cost has the claims on time and memory.
func cost() []Claim {
	return []Claim{
		{
			ID: "standard-cost", Where: "Standard Training",
			Text:    "A training step takes time O(T·F) and memory O(T·h).",
			Verdict: Holds, Why: "Counted operations of recurrent models grow linearly in T, gradients of gradients included.",
			Tests: []string{"igbo/models TestWorkIsLinearInT", "igbo/models TestWorkGrows"},
		},
		{
			ID: "tig-cost", Where: "IGBO Training, items 1 and 4",
			Text:    "TIG and the gradient of H take O(M·T·F) a sample.",
			Verdict: HoldsConditionally, Why: "That is one scalar output: h needs all T, which is O(M·T·T·F) by reverse mode and O(M·d·T·F) by forward mode, chosen by cost.",
			Tests: []string{"igbo/attribution TestModeIsChosenByCost", "igbo/attribution TestForwardEqualsReverse"},
		},
		{
			ID: "aggregation-cost", Where: "IGBO Training, item 2",
			Text:    "Aggregation over time takes O(T²·d).",
			Verdict: HoldsMoreGenerally, Why: "With forward mode one product per feature gives the sums for every t at once, and O(T·d) remains.",
			Tests: []string{"igbo/attribution/forward TestFeaturesEqualReverseMode", "igbo/attribution TestForwardEqualsReverse"},
		},
		{
			ID: "loss-cost", Where: "IGBO Training, item 3; Parallelization Effects",
			Text:    "The loss takes O(|E|), and |E| is in O(d²).",
			Verdict: Holds, Why: "It is one product with the incidence matrix, or look-ups where edges are many; a graph without cycles has at most d(d − 1)/2 edges.",
			Tests: []string{"igbo/objective TestBatchLossEquation", "igbo/dag TestCorollary1MeansOrderAtHalf"},
		},
		{
			ID: "sequential-time", Where: "Parallelization Effects, first item",
			Text:    "Without parallel hardware a step takes O(max{M·T·F, T²·d, d²}), usually O(M·T·F).",
			Verdict: HoldsConditionally, Why: "So it is for one output; with all T outputs the first term is T or d times larger, and it is the largest all the more.",
			Tests: []string{"igbo/models TestWorkGrows", "igbo/attribution TestModeIsChosenByCost"},
		},
		{
			ID: "parallel-points", Where: "Parallelization Effects, second item",
			Text:    "The M points can be computed concurrently.",
			Verdict: Holds, Why: "They are one batch, in chunks on request, with the same numbers; models must not couple samples.",
			Tests: []string{"igbo/attribution TestChunkedEqualsUnchunked", "igbo/attribution TestCheckIndependence"},
		},
		{
			ID: "memory-for-time", Where: "Memory Overhead",
			Text:    "Holding M^a points at a time takes memory O(M^a·T·h) and time O(M^(1−a)·T·F).",
			Verdict: HoldsConditionally, Why: "The memory is as said; M^(1−a) is the number of rounds, which is time only where a round's points run side by side: the work stays O(M·T·F).",
			Tests: []string{"igbo/attribution TestRecomputeHoldsOneChunk", "igbo TestRecomputeTrainsTheSame"},
		},
		{
			ID: "projection-cost", Where: "Note on Geometric Update Complexity",
			Text:    "The projection takes O(p), and O(1) in parallel, which is negligible.",
			Verdict: HoldsConditionally, Why: "Three inner products and one combination are O(p); in parallel a sum still takes O(log p).",
			Tests: []string{"igbo/projection TestNodeCounts"},
		},
		{
			ID: "overhead", Where: "Limitations, Computational Overhead",
			Text:    "Scores add work to every step, and cheaper differentiable attribution is possible.",
			Verdict: Holds, Why: "Work with scores is always more; the midpoint rule at M = 20 errs by {middle} for tanh 3x where the paper's left rule errs by {left}, so fewer points do.",
			Tests: []string{"igbo/models TestWorkGrows", "igbo/attribution TestQuadratureIsExactForItsDegree"},
			Numbers: []Number{
				computed("middle", "error of the midpoint rule", "%.0e", func() float64 { return gap(20, 0.5) }, below(1e-4)),
				computed("left", "error of the left rule", "%.2f", func() float64 { return gap(20, 0) }, above(0.05)),
			},
		},
	}
}
