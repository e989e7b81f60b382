// Package front measures which projection rule moves a routing oracle away from the straight line, and how much longer valid
// paths are. It is the second question of study routing: run it with `igbo study run routing --set questions=front`. It
// needs a backend. `igbo study show routing` prints the committed result of all questions.
//
// Each run trains an oracle with one rule at one λ on the data of one seed, starting at the straight line. The result has
// length and validity of the paths between fresh points, by the exact distance of the distribution, with tables and figures.
//
// # The question
//
// The paper trains the oracle by its rule P on L_path and L_valid, and promises "the same convergence guarantee" as for models:
// convergence to Pareto-stationary points. The straight line minimises L_path, so it is such a point. Does P leave it? How
// valid are paths by other rules, and how long?
//
// The competing methods are a weighted sum, which may ascend L_path, and feasibility-first, which takes unit gradients, or
// rescales them to their geometric mean. There are five seeds, and a sweep of λ for each rule. P would be as good if it reached
// a validity within the intervals of the weighted sum's at any λ.
//
// # Findings
//
// On ring and curve, with Adam on random pairs, P does leave the straight line, and moves further with a larger λ, because
// conflict exchanges its roles. It ends less valid than the weighted sum and feasibility-first, which tie.
package front
