package claims

// perspective has the claims of discussion, conclusion and outlook.
func perspective() []Claim {
	return []Claim{
		{
			ID: "expert-orders", Where: "Discussion; Limitations, DAG Specification",
			Text:    "Experts can give the order themselves, as statements, rankings or intervals.",
			Verdict: Holds, Why: "Files of statements become graphs; contradictions are found and named with the fewest statements.",
			Tests: []string{"igbo/dag/expert TestExpertFile", "igbo/dag/expert TestContradictionIsTheShortestChain", "igbo/dag/expert TestConflictsAgainstBruteForce"},
		},
		{
			ID: "pairwise", Where: "Limitations, DAG Specification",
			Text:    "Pairwise comparisons by experts can make the order.",
			Verdict: Holds, Why: "By Bradley–Terry, against a published example and an optimiser.",
			Tests: []string{"igbo/dag/pairwise TestBradleyTerryAgainstAgresti", "igbo/dag/pairwise TestBradleyTerryAgainstAnOptimiser"},
		},
		{
			ID: "teacher-orders", Where: "Limitations, DAG Specification",
			Text:    "A teacher model's importance statistics can make the order by themselves.",
			Verdict: HoldsConditionally,
			Why:     "With absolute scores {recur} of {edges} edges recur on fresh points (chance {chance}); with the paper's signed ones hardly any.",
			Tests:   []string{"igbo/explain TestAnONNXTeacherTeachesAStudent"},
			Numbers: []Number{
				value("edges", "edges, absolute, α = 0.7", "recurrence", "rows/score=absolute/alpha=0.7/edges/mean", "%.1f", above(10)),
				value("recur", "recurring edges", "recurrence", "rows/score=absolute/alpha=0.7/recurring/mean", "%.1f", above(10)),
				value("chance", "recurring edges by chance", "recurrence", "rows/score=absolute/alpha=0.7/chance/mean", "%.1f", below(8)),
			},
		},
		{
			ID: "rates", Where: "Limitations, Theoretical Refinements",
			Text:    "Rates of convergence can be established.",
			Verdict: HoldsConditionally,
			Why:     "Measured, not proved: with Armijo steps {linear} of {runs} runs along P fall geometrically.",
			Tests:   []string{"igbo/study/convergence TestFitsKnownRates"},
			Numbers: []Number{
				value("linear", "runs that fall geometrically", "convergence", "runs/rule=paper/step_rule=armijo/linear", "%.0f", above(10)).of(positive),
				value("runs", "runs", "convergence", "runs/rule=paper/step_rule=armijo/linear", "%.0f", above(10)).of(count),
			},
		},
		fewSamples(), wrongOrder(), blackBox(), compressed(), realDomains(),
	}
}
