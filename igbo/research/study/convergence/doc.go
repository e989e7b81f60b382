// Package convergence measures Theorem 6 of the paper: do steps along −v converge to a Pareto-stationary point, and how
// fast? Use it to compare projection rules and step rules on small problems. Run it with `igbo study run convergence`.
// `igbo study show convergence` prints the committed result (result.json).
//
// The inputs are rules, trade-offs and step rules. Each run minimises one pair of losses with one rule and every step rule, in
// float64 and without a network. The result has residuals by step, fitted rates, tables and figures.
//
// # The question
//
// Theorem 6 states that steps along −P converge to Pareto-stationary points. Its conditions are continuously differentiable
// losses, λ_k in (0, 1), and Armijo steps on max(L, H) or diminishing steps. The printed proof is incomplete:
//
//   - It treats P as the direction of MGDA. A common descent direction is sufficient only if its angle with the gradients is
//     bounded, which requires λ_k within [a, 1−a].
//   - The paper's own H is not differentiable, because it consists of hinges.
//
// The study therefore measures the statement. It compares P with rules that satisfy the theorem by other proofs (PCGrad,
// IMTL-G, MGDA), and with constant steps. Problems and starts are fixed, so there are no seeds. A run that stops at a point
// that is not Pareto-stationary, or approaches one and leaves it, would contradict the theorem.
package convergence
