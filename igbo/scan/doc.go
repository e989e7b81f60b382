// Package scan builds loops as single operations of a GoMLX graph: [Scan], a loop over an axis of series with derivatives of every order,
// and [Repeat], a loop over steps with gradients inside its body.
//
// On XLA and on the embedded backend a loop is one While, so the size of the graph and its compile time do not grow with the number of
// steps. On other backends [Scan] is unrolled, one copy of its cell for each step, and Repeat is unsupported; [Supported] reports which
// holds. On the embedded backend the values of a loop equal those of the unrolled graph bit for bit; gradients differ by rounding, because
// the uses of a carry in the following step are summed first. The option "unrolled" of package embedded unrolls there too.
//
// Use it for recurrent cells and other loops over many steps. The arguments are nodes of a graph and a Go function that builds one step;
// the results are nodes. The function is called once for each loop, and again for each of its derivatives. Pass all nodes that it uses as
// carry, input, constant or state, or create them inside. If it uses another node of the graph, the error names that node.
//
// # Derivatives
//
// A loop takes constants c, a start h_0 and series x_1 … x_T:
//
//	(h_t, y_t, s_t) = f(c, h_{t−1}, x_t),   s = Σ_t s_t
//
// and returns the last carry h_T, the series y of outputs and the sums s. Its adjoint is a loop of the same kind in the other direction,
//
//	(h̄_{t−1}, x̄_t, c̄_t) = f′ᵀ(h̄_t, ȳ_t, s̄),   c̄ = Σ_t c̄_t
//
// which exchanges inputs with outputs and constants with sums. It builds the cell again, from the saved carries before each step, and
// takes its gradient inside the body. With [Options].Checkpoints only the carries of some steps are saved. Derivatives of any order are
// therefore loops again. Package derivative builds the tangents by the same exchange.
//
// # For GoMLX
//
// The embedded backend runs the While as a task of package program. GoMLX and go-xla cache constants and the functions of reductions once
// for the graph, but each belongs to the function in which it was made, and closures are always made in the main function. While a body is
// built, this package therefore replaces the caches by empty ones, and the main function by the present one, by reflection (package
// gomlx). It does so only with the tested versions, and only if all fields are found; otherwise Supported returns false.
package scan
