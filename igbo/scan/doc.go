// Package scan builds loops as single operations of a GoMLX graph: [Scan], a loop
// over an axis of series with every derivative, and [Repeat], a loop over steps
// with gradients inside its body.
//
// On XLA a loop is one While, so that the graph, and the time to compile it, do not
// grow with the number of steps. Elsewhere [Scan] is unrolled, one copy of its cell
// for each step, and Repeat is not built; [Supported] tells which.
//
// What flows in: nodes of a graph that is being built, and a Go function that
// builds one step. What flows out: nodes. The function is called once for each
// loop, and again for each derivative of it; all that it needs must be handed to it
// as carry, input, constant or state, or be made inside. A value of the graph that
// it takes from outside is an error that names the node.
//
// # Derivatives
//
// A loop takes constants c, a start h_0 and series x_1 … x_T:
//
//	(h_t, y_t, s_t) = f(c, h_{t−1}, x_t),   s = Σ_t s_t
//
// and gives the last carry h_T, the series y of outputs and the sums s. Its adjoint
// is a loop of the same kind in the other direction,
//
//	(h̄_{t−1}, x̄_t, c̄_t) = f′ᵀ(h̄_t, ȳ_t, s̄),   c̄ = Σ_t c̄_t
//
// which exchanges inputs with outputs and constants with sums; it builds the cell
// again, from the carries that were kept as outputs, and asks for its gradient
// inside the body. So derivatives of any order are loops again. Package forward has
// the tangents, by the same exchange.
//
// # For GoMLX
//
// GoMLX and go-xla keep constants and the functions of reductions once for the
// graph, but each belongs to the function that it was made in, and closures are
// always made in the main function. While a body is built this package puts empty
// caches in their place, and the function in hand in that of the main one, by
// reflection. That is done with the versions it was tested with alone, and where
// all fields are found as expected; with others Supported is false.
package scan
