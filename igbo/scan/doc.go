// Package scan builds loops as single operations of a GoMLX graph. [Scan] loops over an axis of series and has
// derivatives of every order. [Repeat] loops over steps and allows gradients inside its body. Use them for recurrent
// cells and other loops with many steps.
//
// The arguments are nodes of a graph and a Go function that builds one step; the results are nodes. The function is
// called once to build the loop, and again for each derivative. Pass every node that it uses as carry, input, constant or
// state, or create the node inside the function. If it uses any other node of the graph, the error names that node.
//
// On XLA and on the embedded backend, a loop is one While, so the size of the graph and its compile time do not depend on
// the number of steps. On other backends [Scan] is unrolled to one copy of its cell per step, and [Repeat] panics.
// [Supported] reports whether a backend has loops.
//
// On the embedded backend, a loop gives the same bits as the unrolled graph. Its gradients differ by rounding, because
// the contributions to the gradient of a carry are summed in another order. To unroll on that backend as well, use the
// option "unrolled" of package embedded.
//
// # Derivatives
//
// A loop has constants c, an initial carry h_0 and series x_1 … x_T:
//
//	(h_t, y_t, s_t) = f(c, h_{t−1}, x_t),   s = Σ_t s_t
//
// It returns the last carry h_T, the outputs y as a series, and the sums s. Its adjoint is a loop of the same form in the
// opposite direction:
//
//	(h̄_{t−1}, x̄_t, c̄_t) = f′ᵀ(h̄_t, ȳ_t, s̄),   c̄ = Σ_t c̄_t
//
// The adjoint exchanges inputs with outputs, and constants with sums. Derivatives of any order are therefore loops of
// this form. The body of the adjoint builds the cell again, from the saved carry before each step, and computes its
// gradient. With [Options].Checkpoints, only the carries of some steps are saved. Package derivative builds tangents by
// the method [Loop.Tangents].
//
// # Dependence on GoMLX
//
// GoMLX and go-xla cache constants and reduction functions per graph. Each cached value belongs to the function that
// created it, and closures are always created in the main function. While this package builds a loop body, it therefore
// replaces these caches by empty ones and the main function by the current one. It does so by reflection (see package
// gomlx), only with tested versions, and only if all required fields exist. Otherwise [Supported] returns false.
package scan
