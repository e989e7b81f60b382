// Package derivative contains the derivatives of GoMLX's operations in both directions, and builds
// Jacobian–vector products from them:
//
//	ẏ = ∂y/∂x · ẋ   forward, from a tangent ẋ of x (JVP)
//	x̄ = ȳ · ∂y/∂x   backward, from an adjoint ȳ of y (VJP)
//
// For forward mode, use [JVP], [JVPs], [BatchedJVP] or [Features]. For reverse mode, use graph.Gradient after
// [Install], which registers the backward rules of this package, or [CheckedGradient], which also checks the
// graph first.
//
// A JVP costs about one more evaluation of the graph, for any number of outputs. A gradient costs one pass per
// scalar output. A series model has T outputs and D features, so the attributions of all output steps take D
// tangents instead of T gradients.
//
// The results are ordinary GoMLX nodes, so graph.Gradient can differentiate them again (reverse over forward),
// as a loss on attributions requires.
//
// # The table of rules
//
// The file rules.go contains one row per operation:
//   - forward builds the partial derivatives of a node once and then maps any number of tangents.
//   - backward maps the adjoints of the outputs to those of the inputs. A row without it uses GoMLX's own
//     gradient.
//   - refuse reports settings whose derivative is missing or wrong.
//
// Elementwise operations share their partial derivatives between both directions. To fix or add a derivative,
// change its row.
//
// # How it works
//
// Forward mode visits the nodes between inputs and outputs in creation order, which is a topological order. It
// skips nodes that do not depend on an input or that no output needs. A zero tangent has no node. Linear
// operations are applied to the tangent with Node.CloneWithInputs. Fused operations are differentiated through
// the decomposed form that GoMLX stores for reverse mode. [Unfuse] replaces fused operations by these forms in
// graphs that are evaluated again by checkpointing.
//
// [JVP] computes one tangent. [JVPs] computes several, with a separate chain of nodes for each that shares the
// partial derivatives. [BatchedJVP] computes K tangents in one chain with a leading axis [K, …]. This keeps the
// graph small, which helps if compile time or kernel launches dominate. [Features] applies them to the feature
// directions of a series model.
//
// # Coverage
//
// Every GoMLX operation is either differentiated or rejected by name, in both modes. The [UnsupportedError]
// suggests an alternative. Values that carry no derivative are never rejected: booleans, integers, and values
// behind a StopGradient. [CheckForward] and [CheckReverse] check a graph before anything is built. [Table]
// returns the test results for each operation, summarised below.
//
// If and While can use values of the graph without listing them as inputs. They are rejected if an output needs
// their results and a value that may carry a derivative was built before them. The loops of package scan list
// all their inputs, so they are differentiated: the tangents of a scan are computed by one scan, and so is its
// gradient. On backends where package scan unrolls loops, there is no While.
//
// At kinks, both modes follow the conventions of GoMLX's reverse mode, so they agree exactly:
//   - Abs′(0) = +1.
//   - If a = b, Max(a, b) passes the tangent of a, and Min(a, b) the tangent of b. So Relu′(0) = 1.
//   - ReduceMax and ReduceMin add the tangents of all ties.
//   - A node with a custom gradient uses the transpose of that gradient.
//
// # GoMLX's gradients
//
// GoMLX v0.28.8 lacks the gradients of some operations and computes others wrongly: convolutions of even width
// and with groups, GatherSlices, Pad, padded pools, conversions through integers, and products of complex
// numbers. The backward rules in the table replace them and can be differentiated again.
//
// Importing this package changes nothing. [Install] registers the rules in graph.VJPRegistration, which all
// gradients in the process use. It also makes graph.Gradient reject what this package rejects. The functions of
// this package that build derivatives call Install.
//
// # Operations
//
// Measured in float64 against finite differences: h in forward and in reverse mode, and the gradient
// of H with respect to parameters through either. `igbo ops` prints every row. On the embedded
// backend 153 rows are right in all four, 18 are refused in all four, 28 are not built; on XLA's CPU
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
// (GatherSlices, over the edge), ScatterSum, ScatterMax, ScatterMin, DynamicSlice,
// DynamicUpdateSlice, Sort, Sort (descending, first axis), Sort (TopK), Sort (BottomK), Sort
// (TopKMask), Sort (own comparator), While (Scan), FusedSoftmax, FusedGelu, FusedLayerNorm,
// FusedDense, FusedAttentionQKVProjection (by GoMLX's layer), OptimizationBarrier,
// OptimizationBarrier (several), SchedulingBarrier.
//
// Right, as their derivative is zero: Sign, Floor, Ceil, Round, IsFinite, IsNaN, LogicalNot,
// BitwiseNot, BitCount, Clz, ArgMinMax, ReduceLogicalAnd, ReduceLogicalOr, ReduceLogicalXor,
// ReduceBitwiseAnd, ReduceBitwiseOr, ReduceBitwiseXor, Iota, RNGBitGenerator, Equal, NotEqual,
// LessThan, LessOrEqual, GreaterThan, GreaterOrEqual, LogicalAnd, LogicalOr, LogicalXor, BitwiseAnd,
// BitwiseOr, BitwiseXor, ShiftLeft, ShiftRightArithmetic, ShiftRightLogical,
// QuantizedEmbeddingLookup, DynamicIota, DynamicShape, DynamicDimensionSize.
//
// Not built by the embedded backend, right on XLA: EqualTotalOrder, NotEqualTotalOrder,
// LessThanTotalOrder, LessOrEqualTotalOrder, GreaterThanTotalOrder, GreaterOrEqualTotalOrder, FFT,
// FFT (RealFFT, power), FFT (RealFFT, odd), FFT (InverseFFT), FFT (InverseRealFFT), FFT (RealFFT and
// back), Complex, Complex (product), Mul (complex, broadcast), Abs (complex), Real, Imag, Conj,
// BatchNormForTraining, BatchNormForInference.
//
// Not built by either: FusedScaledDotProductAttention, FusedScaledDotProductAttentionVJP, AllReduce.
//
// Refused:
//
//   - Bitcast (float to integer): the bits of a number are not a differentiable function of it; convert with ConvertDType, or put it behind StopGradient
//   - Pad (negative): the embedded backend computes negative padding wrongly; cut with Slice instead
//   - SelectAndScatterMax: it is an internal operation of gradients of pooling; use MaxPool
//   - SelectAndScatterMin: it is an internal operation of gradients of pooling; use MinPool
//   - Gather (other settings): only the settings of Gather and GatherSlices are supported; use those functions
//   - ScatterSum (other settings): only the settings of ScatterSum, ScatterMax and ScatterMin are supported; use those functions
//   - ScatterMax (other settings): only the settings of ScatterSum, ScatterMax and ScatterMin are supported; use those functions
//   - Sort (two floats): only one input can have a derivative; sort it with its indices (TopK with all elements) and use Gather for the others
//   - If (captured values, condition on x): its branches can use any earlier value, which differentiation does not see; build both values and choose with Where
//   - If (captured values, fixed condition): its branches can use any earlier value, which differentiation does not see; build both values and choose with Where
//   - While (state): the body of the loop can use any earlier value, and its steps are not stored; build the loop with Scan of igbo/scan
//   - While (captured values): the body of the loop can use any earlier value, and its steps are not stored; build the loop with Scan of igbo/scan
//   - Call: the function of a graph cannot be differentiated; call the Go function that builds the nodes instead
//   - FusedAttentionQKVProjection: the fused operation alone has no gradient; use QKVProjection of GoMLX's layers, which keeps the separate operations
//   - FusedQuantizedDense: the fused operation alone has no gradient; use nn.Dense, or QuantizedDense of GoMLX's package nn, which keeps the separate operations
//   - DynamicReshape: axes of unknown size cannot be differentiated; build the graph for known shapes
//   - DynamicBroadcastInDim: axes of unknown size cannot be differentiated; build the graph for known shapes
//   - DynamicPad: axes of unknown size cannot be differentiated; build the graph for known shapes
//   - FFT (two axes): transforms over several axes have no correct gradient; transform one axis after the other
//   - Exp (complex): it is not differentiated for complex numbers; take real and imaginary parts before it
//   - Div (complex): it is not differentiated for complex numbers; take real and imaginary parts before it
//   - BatchNormGradient: it is an internal operation of gradients; use BatchNormForTraining
//
// # For GoMLX
//
// The package uses GoMLX's exported interface. Through package internal/gomlx, it also reads the parameters of
// structural operations (such as the axes of a Slice) and the decomposed form of fused operations. Inside
// GoMLX, both are fields, so the forward rules could be a table like VJPRegistration.
package derivative
