package claims

// oracle has the claims on the routing oracle, which the paper describes and leaves to future work.
func oracle() []Claim {
	const contrastive, gan = "oracle-contrastive", "oracle-gan"
	valid := func(key, law, route string, need Need) Number {
		return value(key, "share of the path in the data, "+law+", "+route, "oracle", "laws/law="+law+"/routes/route="+route+"/scores/valid/*", "%.0f %%", need).of(mean).times(100)
	}
	failure := func(key, law, route string, need Need) Number {
		return value(key, "error of attributions, "+law+", "+route, "oracle", "laws/law="+law+"/routes/route="+route+"/scores/error/*", "%.2f", need).of(mean)
	}
	front := func(key, rule, lambda string, need Need) Number {
		return value(key, "share of the path in the data, ring, "+rule, "oracle-front", "laws/law=ring/seeds/*/sweeps/rule="+rule+"/points/lambda="+lambda+"/valid", "%.0f %%", need).of(mean).times(100)
	}
	return []Claim{
		{
			ID: "oracle-stays-in-the-data", Where: "Routing Oracle, Motivation",
			Text:    "A learned generator of anchors gives paths that stay in the data and are short.",
			Verdict: HoldsConditionally,
			Why:     "{curve}, {ring} and {ar} of its path are in the data on curve, ring and series, where the straight path has {straight} of the ring's; on two moons, which no valid path joins, {moons}.",
			Tests:   []string{"igbo/oracle TestOracleStaysOnData"},
			Numbers: []Number{
				valid("curve", "curve", contrastive, above(0.97)), valid("ring", "ring", contrastive, above(0.95)), valid("ar", "ar", contrastive, above(0.88)),
				valid("straight", "ring", "straight", below(0.7)), valid("moons", "moons", contrastive, below(0.8)),
			},
		},
		{
			ID: "oracle-is-reliable", Where: "Routing Oracle, Motivation",
			Text:    "Along such paths gradients, and so attributions, are stable and reliable.",
			Verdict: HoldsConditionally,
			Why:     "On the ring their error falls from {straight} to {oracle}; the average over eight baselines, which trains nothing and leaves the data, has {baselines}.",
			Numbers: []Number{
				failure("straight", "ring", "straight", above(0.15)), failure("oracle", "ring", contrastive, below(0.15)), failure("baselines", "ring", "baselines", below(0.12)),
			},
		},
		{
			ID: "remaining-steps", Where: "Oracle Architecture",
			Text:    "Told how many anchors remain, one recurrent network serves every K and plans its path.",
			Verdict: Holds, Why: "One training serves any K, ends are exact, and gradients are right in the paper's form and in ours.",
			Tests: []string{"igbo/oracle TestEndsAreExact", "igbo/oracle TestGradients", "igbo/oracle TestOracleStaysOnData"},
		},
		{
			ID: "gan-assesses", Where: "Two-Phase Training, Discriminator",
			Text:    "The discriminator of a trained GAN is a reliable estimate of how likely a point is to be data.",
			Verdict: Fails,
			Why:     "At the end of its game it hardly tells data from what is none: oracles trained by it keep {curve}, {ring} and {ar} of their paths in the data, by a contrastive assessor {other} of the ring's.",
			Tests:   []string{"igbo/oracle/assessor TestGame"},
			Numbers: []Number{
				valid("curve", "curve", gan, below(0.9)), valid("ring", "ring", gan, below(0.9)), valid("ar", "ar", gan, below(0.6)), valid("other", "ring", contrastive, above(0.95)),
			},
		},
		{
			ID: "path-loss", Where: "Two-Phase Training, L_path",
			Text:    "The mean of squared steps measures shortness for every K alike.",
			Verdict: Fails,
			Why:     "For the same straight line it is {ratio} times larger with one anchor than with nine, so an oracle for several K hardly minds the large ones; the library scales it to 1.",
			Tests:   []string{"igbo/oracle TestGradients"},
			Numbers: []Number{computed("ratio", "L_path at K = 1 over that at K = 9", "%.0f", pathScale, near(25, 1e-9))},
		},
		{
			ID: "anchors-suffice", Where: "Motivation; L_valid",
			Text:    "Valid anchors keep all points of the path in regions where the model was trained.",
			Verdict: Fails,
			Why:     "With every anchor on the curve, three of them leave the path between up to {three} of the data's own width off, nine {nine}; the loss has to be taken along the segments.",
			Numbers: []Number{
				computed("three", "largest distance between three anchors", "%.2f", func() float64 { return betweenAnchors(3) }, above(0.3)),
				computed("nine", "largest distance between nine anchors", "%.2f", func() float64 { return betweenAnchors(9) }, below(0.1)),
			},
		},
		{
			ID: "more-anchors", Where: "Flexible Implementation, Path complexity",
			Text:    "Larger K follows the data better and costs more.",
			Verdict: Holds, Why: "The best path is up to {one}, {three} and {nine} widths off the curve for K = 1, 3 and 9.",
			Numbers: []Number{
				computed("one", "largest distance, one anchor", "%.2f", func() float64 { return betweenAnchors(1) }, above(1)),
				computed("three", "largest distance, three anchors", "%.2f", func() float64 { return betweenAnchors(3) }, between(0.1, 1)),
				computed("nine", "largest distance, nine anchors", "%.2f", func() float64 { return betweenAnchors(9) }, below(0.1)),
			},
		},
		{
			ID: "any-baseline", Where: "Flexible Implementation, Baseline selection",
			Text:    "The baseline can be chosen per sample or globally, a zero sequence for instance.",
			Verdict: HoldsConditionally,
			Why:     "It must lie in the data itself: the origin is the hole of the ring, {hole} widths off, and no path from it is valid.",
			Tests:   []string{"igbo/oracle TestBaselinesAndGroups"},
			Numbers: []Number{computed("hole", "distance of the origin from the ring's data", "%.1f", hole, above(1))},
		},
		{
			ID: "same-rule-for-the-oracle", Where: "Two-Phase Training, last sentence",
			Text:    "The oracle's two losses can be trained by the same rule.",
			Verdict: HoldsConditionally,
			Why:     "The straight line, where training begins, is Pareto-stationary; P leaves it by the noise of its batches and ends at {paper} in the data, a weighted sum at {sum}.",
			Tests:   []string{"igbo/oracle TestEveryRuleTrains", "igbo/oracle TestZeroOutputIsTheStraightLine"},
			Numbers: []Number{front("paper", "paper", "0.9", below(0.88)), front("sum", "weighted-sum", "0.1", above(0.9))},
		},
		{
			ID: "transfer", Where: "Transferability and Reusability",
			Text:    "One oracle serves every model of the same data, along identical paths.",
			Verdict: Holds, Why: "Linear, dense and recurrent models, standardised or not, walk the same path in the data's units, and attributions are complete.",
			Tests: []string{"igbo/oracle TestOneOracleServesSeveralModels", "igbo/oracle TestASavedOracleGivesTheSamePath"},
		},
		{
			ID: "economy", Where: "Transferability and Reusability, Computational economy",
			Text:    "The costly training is done once for a domain, and attributions along the path are cheap.",
			Verdict: HoldsConditionally,
			Why:     "Assessor and oracle train in {ring} processor seconds on the ring and {ar} on series; attributions then take {ringratio} times as long as along the straight path in a small network, {arratio} in a recurrent one.",
			Numbers: []Number{
				value("ring", "processor seconds of training, ring", "oracle", "timing/laws/law=ring/training/mean", "%.0f", below(60)),
				value("ar", "processor seconds of training, series", "oracle", "timing/laws/law=ar/training/mean", "%.0f", below(60)),
				value("ringratio", "time over that of the straight path, ring", "oracle", "timing/laws/law=ring/ratio/mean", "%.1f", above(1.3)),
				value("arratio", "time over that of the straight path, series", "oracle", "timing/laws/law=ar/ratio/mean", "%.1f", below(1.3)),
			},
		},
		{
			ID: "oracle-in-training", Where: "Limitations, Optimal Path Oracle",
			Text:    "Scores along the oracle's paths make training with IGBO more robust.",
			Verdict: HoldsConditionally,
			Why:     "With a shortcut among inputs on a ring the error is {oracle} times that along straight paths, at most {high}; paths across, off the data on purpose, do better: {across}.",
			Tests:   []string{"igbo/oracle TestIGBOTrainsAlongThePath", "igbo/study/oracletraining TestCommittedResult"},
			Numbers: []Number{
				value("oracle", "error along the oracle's paths over straight ones", "oracle-training", "tasks/name=shortcut, ring/arms/arm=oracle/over_straight/mean", "%.2f", below(0.9)),
				value("high", "upper end of its interval", "oracle-training", "tasks/name=shortcut, ring/arms/arm=oracle/over_straight/high", "%.2f", below(1)),
				value("across", "error along paths across over straight ones", "oracle-training", "tasks/name=shortcut, ring/arms/arm=across/over_straight/mean", "%.2f", below(0.66)),
			},
		},
	}
}
