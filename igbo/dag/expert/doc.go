// Package expert converts experts' statements about importance into a dag.DAG.
//
// Use it if people, not data, define the order. The statements are ranks, tiers, edges, intervals, ties, bounds and directions, made in
// code ([New]) or in a file ([Parse]). [Prior.Build] returns a dag.DAG that some scores satisfy, or a [ConflictError] with the smallest
// set of contradictory statements. [Feasible] makes the same check of any graph.
//
// # Files
//
// YAML or JSON, by the schema of [Schema]; the first name of an order is the most important:
//
//	score: absolute                            # optional: signed, absolute or range
//	intervals: polytope                        # optional: range or polytope, below
//	features: [age, smoker, income, postcode]  # optional
//	ranks:
//	  - [age, smoker, income]
//	tiers:
//	  - {order: [[age, smoker], [postcode]], confidence: 0.8, comment: second round}
//	edges:
//	  - {u: age, v: income, epsilon: 0.1, delta: 0.4}
//	ties:
//	  - {features: [income, postcode], within: 0.05}
//	bounds:
//	  - {feature: postcode, max: 0.05}
//	directions: {age: +, income: -, postcode: {1011 AB: +}}
//
// Numbers are those of YAML 1.2 and JSON, such as 0.05, 5e-2 and 1E-05; .nan, .inf and text are
// refused. Names are not empty, do not repeat, and are in quotes where they would read as a
// number. Files are limited in bytes, depth and keys ([MaxFile], [MaxDepth], [MaxKeys]), what
// they say in pairs of features ([MaxPairs]). A file that states nothing, or contradicts
// itself, is an error.
//
// # Directions
//
// A direction states that an increase of a feature increases (+) or decreases (-) the output, all others held fixed. A feature that a
// model encodes as several columns, such as a category or a date, has directions of its columns: the name of the category or of the part.
// You can also write + and - as 1 and -1, in JSON as "+" and "-". A feature with both is an error that names both lines.
//
// # Orders without numbers
//
// If an expert states only that age matters more than income, the file says nothing about the size of the difference. All shares s_k ≥ 0,
// Σ s_k = 1, that satisfy the orders of the file then count as equally likely. With intervals: polytope, every order that states neither ε
// nor δ gets
//
//	[ε, δ] = E[s_u − s_v] ± width·√var(s_u − s_v)
//
// with width = ½, or that of intervals: {source: polytope, width: 0.25}. It is for the absolute
// score, which the file then need not name; the features that share are those of features, or
// those that statements name. Ties, bounds and stated intervals do not change these numbers;
// where they contradict them, that is an error like any other. Without the key, or with intervals:
// range, such an order gets [MinEpsilon, width of the score's range].
//
// # Feasibility
//
// Scores are shares: Σ_k |H_k| ≤ 1 for the signed score, and H_k ≥ 0 besides for the absolute
// one. Whether scores exist that meet every edge, bound and tie and that rule is a linear
// programme,
//
//	minimise Σ_k |H_k|   subject to   ε_uv ≤ H_u − H_v ≤ δ_uv,   min_k ≤ H_k ≤ max_k,
//	                                  |H_u − H_v| ≤ within,      H_k ≥ 0 (absolute),
//
// whose value must be at most 1 (package feasible says how). An order without a stated ε asks
// for MinEpsilon. So k ranked features, ε apart, need
//
//	ε·⌊k²/4⌋ ≤ 1 (signed),   ε·k(k−1)/2 ≤ 1 (absolute):
//
// with the default ε = 0.005 a list may rank 28 or 20 features. A file that no scores meet is a
// *ConflictError. It names a smallest set of statements that contradict each other, with
// their lines, adds them up, and says which MinEpsilon would do. That no smaller set does is
// proven in files of up to 500 statements within a limit of work; else no statement of the
// set can be left out. The score is the file's (score: absolute), or [Options].Score; where
// neither says, it is the signed one, and what no signed score meets no absolute one does.
//
// # Cost
//
// 10 000 features with 50 000 stated edges take 0.2 s and 90 MB on two cores, and about a
// second where no scores meet them. Within about a third of Σ|H| = 1 deciding so large a file
// would take longer: after some five seconds Build gives up and says so in Report.Warnings.
package expert
