package claims

import "gonum.org/v1/gonum/floats"

// experiment has the claims on the paper's experiment, its table and what it says of them.
func experiment() []Claim {
	row := func(key, name, student, optimizer, rate, member, format string, need Need) Number {
		return value(key, name, paperStudy, "rows/name="+student+"/optimizer="+optimizer+"/learning_rate="+rate+"/"+member, format, need)
	}
	const slow = "curves/igbo=false/optimizer.name=adam/optimizer.learning_rate=0.01"
	best := func(key string, need Need) Number {
		return value(key, "error of least squares", paperStudy, "rows/name=least_squares/val_mse/mean", "%.0f", need)
	}
	fair := func(key string, need Need) Number {
		return value(key, "largest difference of one seed, trained identically", paperStudy, "comparisons/fair=true/mse_reduction/values/*", "%.1f %%", need).of(spread).times(100)
	}
	return []Claim{
		{
			ID: "hidden-order", Where: "Data generation; DAG and constraints",
			Text:    "The task has an order of importance that the teacher discovers and α = 0.7 extracts.",
			Verdict: Fails,
			Why:     "With the paper's score {edges} edges are drawn and {recur} of them are drawn again on fresh points, where chance alone gives {chance}.",
			Numbers: []Number{
				value("edges", "edges, signed, α = 0.7", "recurrence", "rows/score=signed/alpha=0.7/edges/mean", "%.1f", above(5)),
				value("recur", "recurring edges", "recurrence", "rows/score=signed/alpha=0.7/recurring/mean", "%.1f", below(4)),
				value("chance", "recurring edges by chance", "recurrence", "rows/score=signed/alpha=0.7/chance/mean", "%.1f", above(0.5)),
			},
		},
		{
			ID: "teacher-error", Where: "Models, teacher",
			Text:    "The teacher's validation MSE is \"well below 0.01\".",
			Verdict: Fails,
			Why:     "The paper's own table has {paper}; twenty teachers of ours reach {ours}, the best of them {least}.",
			Tests:   []string{"igbo/study/teacherstudent TestVerdict9OptimizerArtefact"},
			Numbers: []Number{
				value("paper", "the teacher's MSE in the paper's table", paperStudy, "rows/name=teacher/paper_val_mse", "%.2f", above(0.01)),
				value("ours", "mean MSE of our teachers", paperStudy, "rows/name=teacher/val_mse/mean", "%.2f", above(0.01)),
				value("least", "least MSE of our teachers", paperStudy, "rows/name=teacher/val_mse/values/*", "%.2f", above(0.01)).of(floats.Min),
			},
		},
		{
			ID: "error-reduction", Where: "Table I; Results",
			Text:    "IGBO reduces the error by 71 % against the unconstrained baseline.",
			Verdict: Fails,
			Why:     "Trained identically, 20 seeds and three optimisers, no student's error differs from its baseline's by more than {most}; only a pair that mixes optimisers comes near ({mixed} lower).",
			Tests:   []string{"igbo/study/teacherstudent TestVerdict9OptimizerArtefact"},
			Numbers: []Number{
				fair("most", below(0.03)),
				value("mixed", "reduction where optimisers are mixed", paperStudy, "comparisons/name=mixed_optimizers/mse_reduction_of_means", "%.0f %%", above(0.6)).times(100),
			},
		},
		{
			ID: "baseline-error", Where: "Table I, baseline",
			Text:    "A linear student without the order has an error of 1004.",
			Verdict: Fails,
			Why:     "Least squares, in closed form, has {best}: Adam at 1e-3 takes {steps} steps, each of at most about 0.001, towards weights of up to {largest}, and stops on the way at {adam}.",
			Tests:   []string{"igbo/study/teacherstudent TestLeastSquaresIsOptimal", "igbo/study/teacherstudent TestVerdict9OptimizerArtefact"},
			Numbers: []Number{
				best("best", below(500)),
				row("adam", "error of the baseline, Adam at 1e-3", "baseline", "adam", "0.001", "val_mse/mean", "%.0f", above(1000)),
				value("steps", "steps of a student", "learning-curves", "own_steps", "%.0f", anything()),
				value("largest", "largest weight of least squares", "learning-curves", "largest", "%.0f", above(4)),
			},
		},
		{
			ID: "igbo-error", Where: "Table I, IGBO",
			Text:    "A linear IGBO student reaches an error of 291.8.",
			Verdict: Holds,
			Why:     "That is the level of least squares ({best}, ± {sd} over networks), which SGD reaches with the order ({igbo}) and without it ({baseline}).",
			Numbers: []Number{
				best("best", between(250, 450)),
				value("sd", "deviation of least squares over seeds", paperStudy, "rows/name=least_squares/val_mse/sd", "%.0f", above(50)),
				row("igbo", "error of IGBO, SGD", "igbo", "sgd", "0.01", "val_mse/mean", "%.0f", between(250, 450)),
				row("baseline", "error of the baseline, SGD", "baseline", "sgd", "0.01", "val_mse/mean", "%.0f", between(250, 450)),
			},
		},
		{
			ID: "same-violations", Where: "Table I, caption; Figure 1",
			Text:    "Both students violate a small share of the edges, and their interpretability losses hardly differ.",
			Verdict: Holds,
			Why:     "With the paper's score both keep {kept} and {without} of the edges: neither loss has anything to do with the student's weights.",
			Numbers: []Number{
				row("kept", "edges kept by IGBO, Adam at 1e-3", "igbo", "adam", "0.001", "edges_satisfied_share/mean", "%.0f %%", above(0.9)).times(100),
				row("without", "edges kept by the baseline", "baseline", "adam", "0.001", "edges_satisfied_share/mean", "%.0f %%", above(0.9)).times(100),
			},
		},
		{
			ID: "every-configuration", Where: "Observation across configurations",
			Text:    "For every α, λ and r IGBO's error is significantly lower than the baseline's.",
			Verdict: Fails,
			Why:     "Of {settings} settings {lower} have a lower mean error than the baseline's; the largest difference is {most}.",
			Numbers: []Number{
				value("settings", "settings of the ablation", "ablation", "rows/*/mse_reduction/mean", "%.0f", above(50)).of(count),
				{Key: "lower", Name: "settings with a lower error", Study: "ablation", Path: "rows/*/mse_reduction/mean", Format: "%.0f", Fold: positive, Need: below(4)},
				value("most", "largest mean difference", "ablation", "rows/*/mse_reduction/mean", "%.1f %%", below(0.03)).of(spread).times(100),
			},
		},
		{
			ID: "limited-capacity", Where: "Observation across configurations, in brackets",
			Text:    "Neither student keeps the whole order because a linear model is too small for it.",
			Verdict: Fails,
			Why:     "With absolute scores, where an order says something, the rule feasibility-first brings a linear student's loss to {least} of the start's at {cost} more of the task loss.",
			Numbers: []Number{
				value("least", "least H of feasibility-first over the start's", "pareto", "rows/rule=feasibility-first/least_h/mean", "%.4f", below(0.01)),
				{Key: "cost", Name: "L there over least squares', less 1", Study: "pareto", Path: "rows/rule=feasibility-first/of_l/mean", Format: "%.1f %%", Scale: 100,
					Fold: func(values []float64) float64 { return values[0] - 1 }, Need: below(0.02)},
			},
		},
		{
			ID: "identical-settings", Where: "Models, students; Reproducibility",
			Text:    "Both students were trained with identical settings, and the code is public.",
			Verdict: Untestable,
			Why:     "The student's optimiser is nowhere named and the code is not available; the table fits a baseline by slow Adam beside a student at the level of least squares.",
		},
		{
			ID: "suboptimal-minimum", Where: "Discussion, first paragraph",
			Text:    "The baseline converges to a sub-optimal minimum, which the order lets IGBO avoid.",
			Verdict: Fails,
			Why:     "A linear student's squared error has no second minimum; after {steps} steps in place of {own} the baseline by Adam at 1e-2 has an error of {end} on the validation points, least squares {best}.",
			Tests:   []string{"igbo/study/learning TestTheOptimiserMakesTheDifference"},
			Numbers: []Number{
				value("steps", "steps of the longer training", "learning-curves", slow+"/steps/*", "%.0f", above(10000)).of(floats.Max),
				value("own", "steps of the paper's training", "learning-curves", "own_steps", "%.0f", below(4000)),
				value("end", "the baseline's error", "learning-curves", slow+"/val_mse", "%.0f", below(400)),
				value("best", "the error of least squares", "learning-curves", "least_squares_val", "%.0f", above(330)),
			},
		},
		{
			ID: "more-compliant", Where: "Discussion, first paragraph",
			Text:    "IGBO's parameters are at the same time more compliant with the order and more accurate.",
			Verdict: Fails,
			Why:     "In the paper's own table IGBO's interpretability loss is the larger one ({igbo} against {baseline}).",
			Numbers: []Number{
				row("igbo", "IGBO's loss in the paper's table", "igbo", "adam", "0.001", "paper_interpretability_loss", "%.4f", above(0.0004)),
				row("baseline", "the baseline's", "baseline", "adam", "0.001", "paper_interpretability_loss", "%.4f", below(0.0005)),
			},
		},
		{
			ID: "every-step", Where: "Discussion, second paragraph",
			Text:    "The projection forces every gradient step to reduce both losses.",
			Verdict: Fails,
			Why:     "It does for plain gradient descent on the gradients that it sees; Adam's first step, along the signs of P, ascends on one of them for {share} of random pairs of gradients.",
			Tests:   []string{"igbo/train TestGradientDescentDescendsBoth"},
			Numbers: []Number{computed("share", "pairs at which the signs of P ascend on one", "%.1f %%", ascendingSigns, above(0.001)).times(100)},
		},
		{
			ID: "not-zero-sum", Where: "Discussion, Key message",
			Text:    "The order improves the accuracy; there is no trade-off between accuracy and interpretability.",
			Verdict: Fails,
			Why:     "In the paper's experiment it changes nothing (signed) or costs: with absolute scores {slow} and {fast} with Adam at 1e-3 and 1e-2, nothing with SGD ({sgd}).",
			Numbers: []Number{
				costOf("slow", 0, above(0.02)), costOf("fast", 1, above(0.02)), costOf("sgd", 2, between(-0.02, 0.02)),
			},
		},
	}
}

// costOf is by how much the mean error of a fair pair is higher with the order, absolute scores.
func costOf(key string, pair int, need Need) Number {
	n := value(key, "higher error with the order, absolute scores", absoluteStudy, "comparisons/"+string(rune('0'+pair))+"/mse_reduction_of_means", "%+.1f %%", anything())
	n.Fold = func(values []float64) float64 { return -values[0] }
	n.Scale, n.Need = 100, need
	return n
}

// positive counts the values above 0.
func positive(values []float64) float64 {
	n := 0
	for _, v := range values {
		if v > 0 {
			n++
		}
	}
	return float64(n)
}
