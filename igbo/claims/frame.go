package claims

import "github.com/igbolab/igbolab/igbo/projection"

const (
	absoluteStudy = "teacher-student-absolute"
	paperStudy    = "teacher-student"
)

// frame has the claims of abstract, introduction and related work.
func frame() []Claim {
	return []Claim{
		{
			ID: "follows-an-order", Where: "Abstract; Contributions, first item",
			Text:    "A model can be trained on a task and on an order of its features' importance at the same time.",
			Verdict: HoldsConditionally,
			Why:     "With absolute scores and SGD the students keep {with} of the edges, identical ones without the order {without}; the paper's signed score steers nothing in the paper's experiment.",
			Tests:   []string{"igbo TestOrderIsFollowed"},
			Numbers: []Number{
				value("with", "edges kept with the order, SGD", absoluteStudy, "rows/name=igbo/optimizer=sgd/edges_satisfied_share/mean", "%.0f %%", above(0.9)).times(100),
				value("without", "edges kept without it, SGD", absoluteStudy, "rows/name=baseline/optimizer=sgd/edges_satisfied_share/mean", "%.0f %%", below(0.85)).times(100),
			},
		},
		{
			ID: "post-hoc-guarantees-nothing", Where: "Introduction, first paragraph",
			Text:    "A model trained for accuracy alone need not agree with what is known of its features' importance.",
			Verdict: Holds,
			Why:     "Students without the order keep {without} of a teacher's edges under the absolute score, the best linear model itself {best}.",
			Numbers: []Number{
				value("without", "edges kept without the order, Adam at 1e-3", absoluteStudy, "rows/name=baseline/optimizer=adam/learning_rate=0.001/edges_satisfied_share/mean", "%.0f %%", below(0.9)).times(100),
				value("best", "edges kept by least squares", absoluteStudy, "rows/name=least_squares/edges_satisfied_share/mean", "%.0f %%", below(0.9)).times(100),
			},
		},
		{
			ID: "interpretability-guaranteed", Where: "Introduction, Application",
			Text:    "Training with IGBO gives \"immediate interpretability guarantees\".",
			Verdict: Fails,
			Why:     "P stops at any Pareto-stationary point, where edges may be broken: with absolute scores the paper's own settings end with {kept} of the edges kept, fewer than without the order ({without}).",
			Numbers: []Number{
				value("kept", "edges kept with the order, Adam at 1e-3", absoluteStudy, "rows/name=igbo/optimizer=adam/learning_rate=0.001/edges_satisfied_share/mean", "%.0f %%", below(0.45)).times(100),
				value("without", "edges kept without it", absoluteStudy, "rows/name=baseline/optimizer=adam/learning_rate=0.001/edges_satisfied_share/mean", "%.0f %%", above(0.45)).times(100),
			},
		},
		{
			ID: "better-than-penalties", Where: "Introduction, second and fourth paragraph",
			Text:    "Penalties give little control over the trade-off between accuracy and interpretability; the projection gives more.",
			Verdict: Fails,
			Why:     "On the paper's task the weighted sum dominates more ({sum} of the area against {paper}) and reaches a least H of {sumh} of the start's, P {paperh}.",
			Numbers: []Number{
				value("sum", "hypervolume of the weighted sum", "pareto", "rows/rule=weighted-sum/hypervolume/mean", "%.3f", above(0.88)),
				value("paper", "hypervolume of P", "pareto", "rows/rule=paper/hypervolume/mean", "%.3f", below(0.88)),
				value("sumh", "least H of the weighted sum", "pareto", "rows/rule=weighted-sum/least_h/mean", "%.4f", below(0.01)),
				value("paperh", "least H of P", "pareto", "rows/rule=paper/least_h/mean", "%.3f", above(0.01)),
			},
		},
		{
			ID: "no-subroutine", Where: "Introduction, Gradient-Based Optimization; Related Work",
			Text:    "The direction has a closed form, so that no optimisation subroutine is needed.",
			Verdict: Holds,
			Why:     "P is a combination whose two weights are a function of three inner products; so are MGDA's for two gradients, which need no quadratic programme either.",
			Tests:   []string{"igbo/projection TestGraphTwin", "igbo/projection TestNodeCounts"},
		},
		{
			ID: "equivalent-to-mgda", Where: "Related Work, Multi-Objective; proof of Theorem 6",
			Text:    "P is MGDA's direction in closed form.",
			Verdict: Fails,
			Why:     "For g1 = (1, 0), g2 = (−1, 2) and λ = ½ the cosine between the two is {cosine}; under conflict they agree only for λ in proportion to the squared norms.",
			Tests:   []string{"igbo/projection TestVerdict4NotMGDA", "igbo/projection TestVerdict4OneFamily"},
			Numbers: []Number{computed("cosine", "cosine of P(½) and MGDA", "%.3f", cosine, below(0.9))},
		},
		{
			ID: "steepest-direction", Where: "Contributions, second item",
			Text:    "P is the two-objective steepest descent direction.",
			Verdict: Fails,
			Why:     "Along a unit step of P(½) the slower objective of the same pair falls at the rate {paper}, along MGDA's, the steepest, at {mgda}.",
			Tests:   []string{"igbo/projection TestMinimality"},
			Numbers: []Number{
				computed("paper", "slower descent along P", "%.3f", func() float64 { return steepest(projection.Paper{}) }, below(0.4)),
				computed("mgda", "slower descent along MGDA", "%.3f", func() float64 { return steepest(projection.MGDA{}) }, above(0.7)),
			},
		},
		{
			ID: "no-annotations", Where: "Related Work, first paragraph",
			Text:    "The order is a global statement, which needs no annotation of samples and no labelled concepts.",
			Verdict: Holds,
			Why:     "A file of statements about features trains and checks a model.",
			Tests:   []string{"igbo/dag/expert TestExpertFile", "igbo/verdict TestKnownOrders"},
		},
		{
			ID: "first-of-its-kind", Where: "Introduction, second paragraph; Related Work",
			Text:    "Existing methods have no mechanism for relations between importances.",
			Verdict: Untestable,
			Why:     "It is a statement about a literature, not about a method.",
		},
		{
			ID: "straight-paths-leave-the-data", Where: "Introduction, second paragraph; Temporal Integrated Gradients",
			Text:    "Straight integration paths leave the data, and attributions along them are unreliable there.",
			Verdict: Holds,
			Why:     "On the ring {ring} of the straight path is in the data; eight networks that agree on the data attribute to x1 what differs by up to {off} along it and by {on} along the data.",
			Tests:   []string{"datasets/law TestStraightLinesLeaveTheLaws", "igbo/study/manifold TestNetworksThatAgreeOnTheDataDisagreeOffIt"},
			Numbers: []Number{
				value("ring", "share of straight paths in the data, ring", "oracle", "laws/law=ring/routes/route=straight/scores/valid/*", "%.0f %%", below(0.7)).of(mean).times(100),
				value("off", "spread of x1's attribution on the straight path", "out-of-distribution", "straight/attributions/*/0", "%.2f", above(0.4)).of(width),
				value("on", "spread of x1's attribution along the data", "out-of-distribution", "along/attributions/*/0", "%.2f", below(0.3)).of(width),
			},
		},
		shortcut(),
	}
}
