// Package forward is forward-mode differentiation of GoMLX graphs: it adds to a
// graph the Jacobian–vector product (JVP) of some of its nodes,
//
//	ẏ = ∂y/∂x · ẋ
//
// for a tangent ẋ of x. One JVP costs about one more evaluation of the graph,
// whatever the number of outputs; reverse mode (graph.Gradient) costs one pass
// for each scalar output. A series model has T outputs and D features, so the
// attribution h of every output step takes D tangents instead of T gradients.
//
// What flows in: nodes of a graph that is being built, and tangents with the
// shapes of the inputs. What flows out: nodes with the shapes of the outputs,
// made of ordinary GoMLX operations, hence differentiable again by
// graph.Gradient (reverse over forward), as a loss on h needs.
//
// # How it works
//
// The walk visits the nodes between inputs and outputs in the order of their
// creation, which is a topological order. Each operation has a rule that builds
// its partial derivatives once and then maps any number of tangents. A node that
// does not depend on an input, or that no output needs, costs nothing; a zero
// tangent is no node at all. Linear operations repeat themselves on the tangent
// through Node.CloneWithInputs. A fused operation is differentiated through the
// decomposed twin that GoMLX keeps for reverse mode; [Unfuse] puts the twins in
// its place, for graphs that are to be computed again.
//
// [JVP] carries one tangent, [JVPs] several, as one chain of nodes each that
// share the partial derivatives; [BatchedJVP] carries K tangents in one chain
// of nodes with a leading axis [K, …], which keeps the graph small where
// compile time or kernel launches dominate. [Features] applies them to the
// feature directions of a series model.
//
// # Coverage
//
// [Ops] is the table of covered operations. An operation outside it stops the
// walk with an [UnsupportedError] that names it, unless its output is boolean or
// integer or it is behind a StopGradient: those have no tangent.
//
// At kinks the conventions are GoMLX's reverse mode's, so that both modes agree
// exactly: Abs′(0) = +1; Max(a, b) passes the tangent of a where a = b and Min
// that of b, so that Relu′(0) = 1; ReduceMax and ReduceMin add the tangents of
// all ties; a node with a custom gradient gets the transpose of that gradient.
//
// # Reverse over forward
//
// GoMLX v0.28.8 lacks the VJP of some operations that JVPs and sequence models
// need, and gets that of others wrong, first of all Pad's, which is itself the
// VJP of Slice. On import this package registers right ones in
// graph.VJPRegistration; [RegisteredVJPs] lists them.
//
// # For GoMLX
//
// The package uses GoMLX's public interface except in private.go, which reads
// by reflection what the walk needs and GoMLX does not export: the parameters
// of structural operations (axes of a Slice, …) and the decomposed twin of a
// fused operation. Inside GoMLX both are fields, and rules would be a table
// like VJPRegistration.
package forward
