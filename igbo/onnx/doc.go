// Package onnx makes an attribution.Model of an ONNX file, so that what was trained
// in PyTorch, Keras or scikit-learn can be explained, checked against an order,
// trained further, and serve as a teacher.
//
// What flows in: a file ([Load]) with one input of floats [N,D] or [N,T,D]. What
// flows out: a [Model], whose [Model.Function] builds it in a GoMLX graph, with its
// weights as variables of the scope that it is given. Importing is that of
// github.com/gomlx/onnx-gomlx, behind checks of the whole file and rewritings of
// operations that it lacks or gets wrong.
//
// One output is attributed: the only one of floats, or the one that [Options] name.
// Labels of classifiers have no gradient and are left out. A file whose batch axis
// is fixed is opened where its operations allow that. Probabilities saturate, so
// that their attributions vanish where the model is sure; export logits to
// attribute those. Steps are the second axis of [N,T,D]; an output [N,T] is one for
// each step, one [N] or [N,K] is of the series and stands at every step.
//
// # Operations
//
// The table is measured by a test: whether an operation's outputs are those of
// ONNX's reference implementation, and its attributions in forward and in reverse
// mode those of finite differences. What is refused is named, with what to do;
// trees, support vector machines, nearest neighbours and encoders have no gradient
// and are refused by name. Control flow (If), Resize, NonZero, quantised and fused
// attention operations are imported without being measured here; what of them
// cannot be differentiated is found when a file is loaded.
//
//	operation                                    imported  forward   reverse
//	Relu                                         right     right     right
//	Elu                                          right     right     right
//	Selu                                         right     right     right
//	Celu                                         right     right     right
//	LeakyRelu                                    right     right     right
//	Tanh                                         right     right     right
//	Sigmoid                                      right     right     right
//	Softplus                                     right     right     right
//	Softsign                                     right     right     right
//	Mish                                         right     right     right
//	HardSigmoid                                  right     right     right
//	HardSwish                                    right     right     right
//	ThresholdedRelu                              right     right     right
//	Gelu                                         right     right     right
//	Erf                                          right     right     right
//	Exp                                          right     right     right
//	Abs                                          right     right     right
//	Neg                                          right     right     right
//	Sin                                          right     right     right
//	Cos                                          right     right     right
//	Identity                                     right     right     right
//	Sign                                         right     right     right
//	Floor                                        right     right     right
//	Ceil                                         right     right     right
//	Round                                        refused
//	Sinh                                         refused
//	Cosh                                         refused
//	Atan                                         refused
//	Asinh                                        refused
//	Softmax                                      right     right     right
//	LogSoftmax                                   right     right     right
//	Hardmax                                      refused
//	Swish                                        right     right     right
//	Tan                                          right     right     right
//	Gelu, tanh                                   right     right     right
//	Softmax, axis 1                              right     right     right
//	Sqrt                                         right     right     right
//	Log                                          right     right     right
//	Reciprocal                                   right     right     right
//	PRelu                                        right     right     right
//	Add                                          right     right     right
//	Sub                                          right     right     right
//	Mul                                          right     right     right
//	Div                                          right     right     right
//	Max                                          right     right     right
//	Min                                          right     right     right
//	Sum                                          right     right     right
//	Mean                                         right     right     right
//	Pow                                          right     right     right
//	Pow, of any exponent                         right     right     right
//	Mod                                          right     right     right
//	Clip                                         right     right     right
//	Where                                        right     right     right
//	MatMul                                       right     right     right
//	MatMul, of series                            right     right     right
//	Gemm                                         right     right     right
//	Gemm, transB, alpha, beta                    right     right     right
//	Einsum                                       right     right     right
//	ReduceSum                                    right     right     right
//	ReduceMean                                   right     right     right
//	ReduceMax                                    right     right     right
//	ReduceMin                                    right     right     right
//	ReduceProd                                   right     right     right
//	ReduceL2                                     right     right     right
//	ReduceL1                                     right     right     right
//	ReduceSumSquare                              right     right     right
//	ReduceLogSumExp                              refused
//	CumSum                                       right     right     right
//	Concat                                       right     right     right
//	Slice                                        right     right     right
//	Slice, backwards                             right     right     right
//	Slice, strided                               right     right     right
//	Gather                                       right     right     right
//	GatherElements                               right     right     right
//	Split                                        right     right     right
//	Transpose                                    right     right     right
//	Reshape                                      right     right     right
//	Flatten                                      right     right     right
//	Squeeze                                      right     right     right
//	Unsqueeze                                    right     right     right
//	Expand                                       right     right     right
//	Tile                                         right     right     right
//	Pad                                          right     right     right
//	Pad, reflect                                 right     right     right
//	Trilu                                        right     right     right
//	Cast                                         right     right     right
//	TopK                                         refused
//	BatchNormalization                           right     right     right
//	LayerNormalization                           right     right     right
//	Conv                                         right     right     right
//	Conv, groups, padding, dilation              right     right     right
//	MaxPool, padded                              refused
//	MaxPool                                      right     right     right
//	AveragePool                                  right     right     right
//	AveragePool, padded                          refused
//	GlobalAveragePool                            right     right     right
//	GlobalMaxPool                                refused
//	LSTM                                         right     right     right
//	GRU                                          refused
//	RNN                                          refused
//	ai.onnx.ml.Scaler                            right     right     right
//	ai.onnx.ml.LinearRegressor                   right     right     right
//	ai.onnx.ml.Normalizer                        right     right     right
//	ai.onnx.ml.Normalizer, L2                    right     right     right
//	ai.onnx.ml.TreeEnsembleRegressor             refused
package onnx
