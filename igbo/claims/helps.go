package claims

// The claims on where an order helps, each decided by a study of its own. Their conditions were
// written before the results were there, but for those of the wrong order and of compression.

// beside is a method's error over a reference's with the ends of its interval, three numbers whose keys
// begin alike; need is what the verdict needs of the upper end.
func beside(key, name, study, path, ratio, format string, need Need) []Number {
	return []Number{
		value(key, name, study, path+"/"+ratio, format, anything()),
		value(key+"-low", name+", lower end", study, path+"/low", format, anything()),
		value(key+"-high", name+", upper end", study, path+"/high", format, need),
	}
}

func all(lists ...[]Number) (numbers []Number) {
	for _, l := range lists {
		numbers = append(numbers, l...)
	}
	return numbers
}

func fewSamples() Claim {
	const study = "few-samples"
	row := func(of, method string) string { return "cases/case.name=" + of + "/section/rows/1/name=" + method }
	return decided(study, Claim{
		ID: "inductive-bias", Where: "Discussion, second paragraph",
		Text: "The order is a beneficial inductive bias.",
		Why: "Where it is right: at n = 16 and noise 1 a linear student's error with intervals is {few} [{few-low}, {few-high}] of ridge's, with the order alone {order}; " +
			"rank-weighted ridge, which is told the ranks, has {rank}. At n = 128 it is {many}.",
		Numbers: all(
			beside("few", "error over ridge's, n = 16, intervals", study, row("centre", "IGBO, intervals"), "ratio", "%.2f", below(1)),
			[]Number{
				value("order", "error over ridge's, n = 16, order only", study, row("centre", "IGBO, order only")+"/ratio", "%.2f", anything()),
				value("rank", "error over ridge's, n = 16, rank-weighted ridge", study, row("centre", "rank-weighted ridge")+"/ratio", "%.2f", anything()),
				value("many", "error over ridge's, n = 128, intervals", study, row("n = 128", "IGBO, intervals")+"/ratio", "%.2f", anything()),
			},
		),
	})
}

func wrongOrder() Claim {
	const study = "wrong-prior"
	tell := func(key, swaps, student, diagnostic string, need Need) Number {
		path := "tells/samples=16/swaps=" + swaps + "/student=IGBO, " + student + "/diagnostic=" + diagnostic + "/auc"
		return value(key, "AUC of "+diagnostic+", "+swaps+" swaps, "+student, study, path, "%.2f", need)
	}
	const final, cv = "final H", "cross-validated loss ÷ ridge's"
	return decided(study, Claim{
		ID: "aligned", Where: "Conclusion, last paragraph",
		Text: "A model that satisfies the order is aligned with what is true of the features.",
		Why: "A satisfied order is weak evidence: at n = 16 and with intervals the H that is left tells an order with two pairs exchanged from the right one with an AUC of {two} (½ is chance), a reversed one with {reversed}; " +
			"cross-validation beside ridge with {cvtwo} and {cvreversed}. With the order alone a reversed one is told with {alone}.",
		Numbers: []Number{
			tell("two", "2", "intervals", final, above(0.9)), tell("reversed", "-2", "intervals", final, above(0.9)),
			tell("cvtwo", "2", "intervals", cv, anything()), tell("cvreversed", "-2", "intervals", cv, anything()),
			tell("alone", "-2", "order only", final, anything()),
		},
	})
}

func shortcut() Claim {
	const study = "shortcut"
	row := func(of, method string) string { return "groups/name=" + of + "/rows/method=" + method }
	return decided(study, Claim{
		ID: "shortcuts", Where: "Introduction, first paragraph",
		Text: "Constraints on importances keep a model from relying on spurious correlations.",
		Why: "Out of distribution a cap of 5 % on the suspect's share brings an MLP's error to {mlp} [{mlp-low}, {mlp-high}] of the unconstrained one's, edges that put it last to {edges}; leaving the feature out, {deleted}. " +
			"In distribution the cap's loss is {in} of it, so validation does not choose it.",
		Numbers: all(
			beside("mlp", "error over the unconstrained MLP's, cap", study, row("MLP", "cap")+"/strength=0.05/out", "ratio", "%.2f", below(1)),
			[]Number{
				value("edges", "error over the unconstrained MLP's, edges", study, row("MLP", "edges")+"/out/ratio", "%.2f", anything()),
				value("in", "loss in distribution over the unconstrained MLP's, cap", study, row("MLP", "cap")+"/strength=0.05/in/mean", "%.2f", above(1)),
				value("deleted", "error over the unconstrained MLP's, suspect deleted", study, row("MLP", "suspect deleted")+"/out/ratio", "%.2f", anything()),
			},
		),
	})
}

func blackBox() Claim {
	const study = "black-box"
	row := func(set, method string) string {
		return "cases/set=" + set + "/samples=16/section/rows/0/name=" + method
	}
	return decided(study, Claim{
		ID: "black-box", Where: "Discussion; Limitations, DAG Specification",
		Text: "Where a model is a black box, an order of importance serves in its place.",
		Why: "With a teacher's published scores alone a linear student of 16 samples has {weather} [{weather-low}, {weather-high}] of ridge's error on the weather, {mass} on penguins and {vote} on a vote; " +
			"256 answers of the teacher bring it to {asked} on the weather.",
		Numbers: all(
			beside("weather", "error over ridge's, weather, order", study, row("weather", "order"), "ratio", "%.2f", below(1)),
			[]Number{
				value("mass", "error over ridge's, penguins, order", study, row("penguins, mass", "order")+"/ratio", "%.2f", anything()),
				value("vote", "error over ridge's, vote, order", study, row("anes96, vote", "order")+"/ratio", "%.2f", anything()),
				value("asked", "error over ridge's, weather, 256 answers", study, row("weather", "distillation, 256 more")+"/ratio", "%.2f", anything()),
			},
		),
	})
}

func compressed() Claim {
	const study = "compression"
	row := func(setting, method string) string {
		return "groups/name=" + setting + "/rows/student=4 units/method=" + method + "/over_twin"
	}
	const ordered = "labels, then intervals"
	return decided(study, Claim{
		ID: "compression", Where: "Discussion; Limitations, Task-Specialized Model Compression",
		Text: "The order of a large model guides the training of a small one.",
		Why: "Where labels are few: a network of four units that goes on with the teacher's order has {few} [{few-low}, {few-high}] times the error of the same one without after 16 labels, " +
			"{middle} [{middle-low}, {middle-high}] after 48 and {many} [{many-low}, {many-high}] after 200; after distillation, with 48 samples, {distilled}.",
		Numbers: append(all(
			beside("few", "error over that without the order, 16 labels", study, row("16 samples", ordered), "ratio", "%.2f", below(1)),
			beside("middle", "error over that without the order, 48 labels", study, row("centre", ordered), "ratio", "%.2f", anything()),
			beside("many", "error over that without the order, 200 labels", study, row("200 samples", ordered), "ratio", "%.2f", anything()),
		), value("distilled", "distilled: error over that without the order", study, row("centre", "distillation alone, then order only")+"/ratio", "%.2f", anything())),
	})
}

func realDomains() Claim {
	const study, goals = "real-data", "tables/real-data-goals/goal="
	return decided(study, Claim{
		ID: "real-domains", Where: "Introduction; Conclusion",
		Text: "The method is practical on real data, with what experts know.",
		Why: "With 16 samples of three real sets an expert's order with directions brings the error to {signs} [{signs-low}, {signs-high}] of ridge's; " +
			"beside ridge towards the order polytope's centroid, which is told the same, it is {centroid}.",
		Numbers: []Number{
			value("signs", "error over ridge's, order with signs", study, goals+"order with signs over ridge, pooled/value", "%.2f", anything()),
			value("signs-low", "its lower end", study, goals+"order with signs over ridge, pooled/low", "%.2f", anything()),
			value("signs-high", "its upper end", study, goals+"order with signs over ridge, pooled/high", "%.2f", below(1)),
			value("centroid", "error over that of ridge towards the centroid", study, goals+"order with signs over ridge towards the centroid, pooled/value", "%.2f", anything()),
		},
	})
}
