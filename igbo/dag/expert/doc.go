// Package expert converts experts' statements about feature importance to a dag.DAG.
//
// Use it if people, not data, define the order. The statements are ranks, tiers, edges, intervals,
// ties, bounds and directions, created in code ([New]) or read from a file ([Parse]). [Prior.Build]
// returns a dag.DAG that some scores satisfy, or a [ConflictError] with the smallest set of
// contradictory statements. [Feasible] runs the same check on any graph.
//
// # Files
//
// Files are YAML or JSON and follow the schema that [Schema] returns. The first name of an order is
// the most important:
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
// Numbers are written as in YAML 1.2 or JSON, such as 0.05, 5e-2 and 1E-05. The values .nan and
// .inf, and text, are errors. Names must not be empty or repeated; quote a name that looks like a
// number. There are limits on bytes, depth and keys of a file ([MaxFile], [MaxDepth], [MaxKeys]),
// and on the feature pairs in its statements ([MaxPairs]). A file without statements is an error,
// and so is one with contradictory statements.
//
// # Directions
//
// A direction states that an increase of a feature increases (+) or decreases (-) the output if all
// other features are fixed. If a model encodes a feature as several columns, such as a category or
// a date, give directions for its columns, by the name of the category or of the part. You can also
// write + and - as 1 and -1, or in JSON as "+" and "-". A feature with both directions is an error
// that names both lines.
//
// # Orders without numbers
//
// If an expert only states that age matters more than income, the size of the difference is
// unknown. With intervals: polytope, all shares s_k ≥ 0, Σ s_k = 1, that satisfy the orders of the
// file count as equally likely. Every order that states neither ε nor δ then gets
//
//	[ε, δ] = E[s_u − s_v] ± width·√var(s_u − s_v).
//
// The width is ½ by default; set it with intervals: {source: polytope, width: 0.25}. Polytope
// intervals imply the absolute score, so the file does not have to name it. The shares are those of
// the listed features, or of the features in the statements if there is no list. Ties, bounds and
// stated intervals do not change the polytope intervals; if they contradict them, that is an error.
// Without the key, or with intervals: range, an order without numbers gets [MinEpsilon, width of
// the score range].
//
// # Feasibility
//
// Scores are shares: Σ_k |H_k| ≤ 1 for the signed score, and also H_k ≥ 0 for the absolute score.
// Whether scores exist that satisfy this and every edge, bound and tie is a linear program,
//
//	minimise Σ_k |H_k|   subject to   ε_uv ≤ H_u − H_v ≤ δ_uv,   min_k ≤ H_k ≤ max_k,
//	                                  |H_u − H_v| ≤ within,      H_k ≥ 0 (absolute),
//
// whose value must be at most 1 (see package feasible). An order without a stated ε requires a
// difference of MinEpsilon. So k ranked features with differences of ε require
//
//	ε·⌊k²/4⌋ ≤ 1 (signed),   ε·k(k−1)/2 ≤ 1 (absolute).
//
// With the default ε = 0.005, a list can rank 28 (signed) or 20 (absolute) features. If no scores
// satisfy a file, Build returns a *ConflictError. It lists a smallest set of contradictory
// statements with their lines, adds them up, and gives the largest feasible MinEpsilon. In files of
// up to 500 statements, and within a work limit, the set is proven to be smallest. Otherwise, it is
// only guaranteed that no statement can be omitted. The score is that of the file (score: absolute)
// or of [Options].Score. If neither sets it, it is the signed score; statements that no signed
// score satisfies cannot be satisfied by an absolute score either.
//
// # Cost
//
// 10 000 features with 50 000 stated edges take 0.2 s and 90 MB on two cores, and about a second if
// they are infeasible. If such a large file is within about a third of Σ|H| = 1, the decision takes
// longer. Build gives up after about five seconds and adds a warning to Report.Warnings.
package expert
