// Package onnx converts an ONNX file to an attribution.Model. Use it to explain a model that was trained in PyTorch, Keras or
// scikit-learn, to check it against an order, to train it further, or to use it as a teacher.
//
// [Load] reads a file with one input of floats [N,D] or [N,T,D]. It returns a [Model]; [Model.Function] builds the model in a GoMLX graph,
// with its weights as variables of the given scope. Package operator builds the operations, after checks of the whole file.
//
// One output is attributed: the only one of floats, or the one that [Options] name. Labels of classifiers have no gradient and are
// ignored. A file with a fixed batch axis can be opened if its operations allow other sizes. Probabilities saturate, so their attributions
// vanish if the model is certain; export and attribute logits instead. Steps are the second axis of [N,T,D]. An output [N,T] has one value
// for each step; an output [N] or [N,K] belongs to the series, and is repeated at every step.
//
// [LoadTrees] opens files of trees of scikit-learn, XGBoost and LightGBM, with scalers, imputers and encoders of single columns before
// them. They are evaluated in plain Go, and have exact Shapley values instead of a gradient.
//
// [Export] writes a model that igbo trained, with the encoding of its table's columns. [OpenExported] reads it back as the same model.
//
// # Operations
//
// OPERATIONS.md in this folder lists the supported operations, measured by ONNX's own node tests (Python package onnx 1.22.0). "Right"
// means outputs within the tolerances of the tests. "Differentiated" means that derivatives in forward and reverse mode agree with finite
// differences in float64, and "twice" that second derivatives do. An unsupported operation is an error that names it and suggests a fix. A
// supported operation can be unsupported with other settings. Of ai.onnx.ml, the package supports Scaler, Normalizer, Imputer,
// FeatureVectorizer, LinearRegressor, LinearClassifier and SVMRegressor. Support vector classifiers, nearest neighbours and encoders have
// no gradient and are unsupported.
package onnx
