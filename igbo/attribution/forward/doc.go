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
// Every operation of GoMLX is either differentiated or refused by its name, in
// both modes: an [UnsupportedError] says what to do instead. Nothing is refused
// that carries no derivative: what is boolean or integer, or behind a
// StopGradient. [CheckForward] and [CheckReverse] ask before anything is built;
// [CheckedGradient] is GoMLX's Gradient behind that question. [Table] is the table
// of operations, summarised below.
//
// If and While reach values of the graph without listing them as inputs. They are
// refused wherever a number of theirs is needed and something that could carry a
// derivative was made before them, whether they use it or not. The loops of package
// scan take all they use as inputs, and are differentiated: the tangents of a scan
// are a scan, and so is its gradient. On the embedded backend they are unrolled into
// the other operations of the table, so that there is no While to look at.
//
// At kinks the conventions are GoMLX's reverse mode's, so that both modes agree
// exactly: Abs′(0) = +1; Max(a, b) passes the tangent of a where a = b and Min
// that of b, so that Relu′(0) = 1; ReduceMax and ReduceMin add the tangents of
// all ties; a node with a custom gradient gets the transpose of that gradient.
//
// # Reverse over forward
//
// GoMLX v0.28.8 lacks the VJP of some operations and gets that of others wrong:
// ConvGeneral of even width and with groups, GatherSlices, Pad, padded pools,
// conversions through integers, products of complex numbers. On import this package puts right ones, those
// of package vjp, into graph.VJPRegistration, made of operations that have right ones themselves, so
// that plain training, reverse mode and reverse over forward share them;
// vjp.Rules lists them. It also makes GoMLX's Gradient refuse by name what
// this package refuses, wherever that gradient is asked for.
//
// # Operations
//
// Measured in float64 against finite differences: h in forward and in reverse mode, and the gradient
// of H with respect to parameters through either. `igbo ops` prints every row. On the embedded
// backend 150 rows are right in all four, 18 are refused in all four, 31 are not built; on XLA's CPU
// 162, 13 and 24. None is wrong.
//
// Right: Abs, Neg, Exp, Expm1, Log, Log1p, Sin, Cos, Tanh, Logistic, Sqrt, Rsqrt, Erf, Identity,
// Clamp, Add, Add (broadcast), Sub, Sub (broadcast), Mul, Mul (broadcast), Div, Div (broadcast),
// Pow, Pow (broadcast), Atan2, Atan2 (broadcast), Max, Max (broadcast), Min, Min (broadcast), Rem,
// Rem (broadcast), Clamp (bounds), Where, Where (scalar side), Reshape, Transpose, BroadcastInDim,
// Slice, Slice (stride), Reverse, ConvertDType (through integers), Concatenate, Pad, Pad (interior),
// CumSum, CumSum (exclusive), CumSum (reverse), CumSum (exclusive, reverse), DotGeneral (matrices),
// DotGeneral (series), DotGeneral (batch axes), ReduceSum, ReduceMax, ReduceMin, ReduceProduct,
// ReduceProduct (all axes), ReduceProduct (zeros), ReduceWindow (max), ReduceWindow (max,
// overlapping, padded), ReduceWindow (min), ReduceWindow (sum), ReduceWindow (sum, padded),
// ReduceWindow (mean), ReduceWindow (mean, padded), ReduceWindow (max, 2-D), ReduceWindow (sum,
// 2-D), ReduceWindow (mean, 2-D, all axes), ReduceWindow (product), ReduceWindow (sum, dilated
// window), ReduceWindow (sum, dilated input), ReduceWindow (max, dilated), ConvGeneral (width 1),
// ConvGeneral (width 2), ConvGeneral (width 3), ConvGeneral (width 4), ConvGeneral (width 5),
// ConvGeneral (one channel, width 2), ConvGeneral (width 2, stride 2), ConvGeneral (width 3, stride
// 3), ConvGeneral (width 2, dilation 2), ConvGeneral (width 3, dilation 3), ConvGeneral (input
// dilation), ConvGeneral (channel groups), ConvGeneral (batch groups), ConvGeneral (2-D, width
// 2×3), ConvGeneral (2-D, stride 2×1), ConvGeneral (ConcatPool), Gather, Gather (two axes), Gather
// (GatherSlices), Gather (GatherSlices, size 1), Gather (GatherSlices, two axes), Gather
// (GatherSlices, over the edge), ScatterSum, ScatterMax, ScatterMin, Sort, Sort (descending, first
// axis), Sort (TopK), Sort (BottomK), Sort (TopKMask), Sort (own comparator), FusedSoftmax,
// FusedGelu, FusedLayerNorm, FusedDense, FusedAttentionQKVProjection (by GoMLX's layer),
// OptimizationBarrier, OptimizationBarrier (several), SchedulingBarrier.
//
// Right, as their derivative is zero: Sign, Floor, Ceil, Round, IsFinite, IsNaN, LogicalNot,
// BitwiseNot, BitCount, Clz, ArgMinMax, ReduceLogicalAnd, ReduceLogicalOr, ReduceLogicalXor,
// ReduceBitwiseAnd, ReduceBitwiseOr, ReduceBitwiseXor, Iota, RNGBitGenerator, Equal, NotEqual,
// LessThan, LessOrEqual, GreaterThan, GreaterOrEqual, LogicalAnd, LogicalOr, LogicalXor, BitwiseAnd,
// BitwiseOr, BitwiseXor, ShiftLeft, ShiftRightArithmetic, ShiftRightLogical,
// QuantizedEmbeddingLookup, DynamicIota, DynamicShape, DynamicDimensionSize.
//
// Not built by the embedded backend, right on XLA: EqualTotalOrder, NotEqualTotalOrder,
// LessThanTotalOrder, LessOrEqualTotalOrder, GreaterThanTotalOrder, GreaterOrEqualTotalOrder,
// DynamicSlice, DynamicUpdateSlice, While (Scan), FFT, FFT (RealFFT, power), FFT (RealFFT, odd), FFT
// (InverseFFT), FFT (InverseRealFFT), FFT (RealFFT and back), Complex, Complex (product), Mul
// (complex, broadcast), Abs (complex), Real, Imag, Conj, BatchNormForTraining,
// BatchNormForInference.
//
// Not built by either: FusedScaledDotProductAttention, FusedScaledDotProductAttentionVJP, AllReduce.
//
// Refused:
//
//   - Bitcast (float to integer): the bits of a number are not a differentiable function of it; convert with ConvertDType, or put it behind StopGradient
//   - Pad (negative): the embedded backend writes past the edges where padding is negative; cut with Slice instead
//   - SelectAndScatterMax: it is an inner operation of gradients of pools; use MaxPool
//   - SelectAndScatterMin: it is an inner operation of gradients of pools; use MinPool
//   - Gather (other settings): only the settings of Gather and GatherSlices have a rule; use those
//   - ScatterSum (other settings): only the settings of ScatterSum, ScatterMax and ScatterMin have a rule; use those
//   - ScatterMax (other settings): only the settings of ScatterSum, ScatterMax and ScatterMin have a rule; use those
//   - Sort (two floats): only one input may carry a derivative; sort it with its indices (TopK with all elements) and Gather the others
//   - If (captured values, condition on x): its branches may capture any value made before it, which differentiation does not see; build both values and choose with Where
//   - If (captured values, fixed condition): its branches may capture any value made before it, which differentiation does not see; build both values and choose with Where
//   - While (state): its body may capture any value made before it, and steps are not kept; build the loop with Scan of igbo/scan
//   - While (captured values): its body may capture any value made before it, and steps are not kept; build the loop with Scan of igbo/scan
//   - Call: functions of a graph are opaque; call the Go function that builds the nodes instead
//   - FusedAttentionQKVProjection: alone it is opaque; use QKVProjection of GoMLX's layers, which keeps its decomposed twin
//   - FusedQuantizedDense: alone it is opaque; use nn.Dense, or QuantizedDense of GoMLX's package nn, which keeps its decomposed twin
//   - DynamicReshape: axes of unknown size are not differentiated; build the graph for the shapes at hand
//   - DynamicBroadcastInDim: axes of unknown size are not differentiated; build the graph for the shapes at hand
//   - DynamicPad: axes of unknown size are not differentiated; build the graph for the shapes at hand
//   - FFT (two axes): transforms over several axes have no right gradient; transform one axis after the other
//   - Exp (complex): it is not differentiated for complex numbers; take real and imaginary parts before it
//   - Div (complex): it is not differentiated for complex numbers; take real and imaginary parts before it
//   - BatchNormGradient: it is an inner operation of gradients; use BatchNormForTraining
//
// # For GoMLX
//
// The package uses GoMLX's public interface except for package node, which reads
// by reflection what the walk needs and GoMLX does not export: the parameters
// of structural operations (axes of a Slice, …) and the decomposed twin of a
// fused operation. Inside GoMLX both are fields, and rules would be a table
// like VJPRegistration.
package forward
