// Package convergence measures Theorem 6: do steps along −v come to a
// Pareto-stationary point, and how fast? In flow rules, trade-offs and step
// rules; each cell takes one rule with one λ down one pair of losses by every step
// rule, in float64 and without a network; out flow residuals against steps, the
// rates fitted to them, their tables and figures.
//
// # The question
//
// Theorem 6 of the paper says that steps along −P converge to Pareto-stationary
// points for continuously differentiable losses, λ_k in (0, 1), and Armijo
// steps on max(L, H) or diminishing ones. Its proof as printed does not hold: it
// takes P for the direction of MGDA, and a common descent direction is not
// enough for convergence unless its angle with the gradients is bounded, for
// which λ_k must stay within [a, 1−a]. Nor is the paper's own H
// differentiable, as it is made of hinges. So the statement is measured.
//
// The rivals are the rules that have the theorem by other proofs (PCGrad, IMTL-G,
// MGDA) and constant steps. There are no seeds: problems and starts are fixed.
// A run that stops at a point that is not Pareto-stationary, or that comes near one
// and leaves it again, would change our mind.
package convergence
