// Package onnx imports ONNX models for attribution and training, and exports trained models to ONNX. Use it for
// models that were trained in PyTorch, Keras or scikit-learn: explain them, check them against an importance
// order, fine-tune them, or use them as teachers.
//
// [Load] reads a network. The file must take floats of shape [N,D] or [N,T,D], or several inputs of shape
// [N,k]. [Model.Function] builds the network in a GoMLX graph, with the file's weights as variables. Load
// checks the whole file before package operator builds any operation.
//
// [LoadTrees] reads a tree ensemble from scikit-learn, XGBoost or LightGBM, including scalers, imputers and
// encoders of single columns. It evaluates the ensemble in plain Go and computes exact Shapley values instead
// of gradients.
//
// [Export] writes a model that igbo trained, together with the encoding of its table's columns. [OpenExported]
// reads such a file back.
//
// # Outputs
//
// A model has one attributed output: the only floating-point output of the file, or the one that [Options]
// selects. Class labels have no gradient and are ignored. In [N,T,D], T is the number of time steps. An output
// of shape [N,T] has one value per step. An output of shape [N] or [N,K] applies to the whole series and is
// repeated at every step.
//
// A saturated probability has attributions near zero, so export and attribute logits instead. A file with a
// fixed batch size can be loaded if its operations also work with other batch sizes.
//
// # Operations
//
// OPERATIONS.md in this folder lists the supported operations, as measured by ONNX's own node tests (Python
// package onnx 1.22.0). In its tables, "right" means that the outputs are within the tolerances of those tests.
// "Differentiated" means that forward-mode and reverse-mode derivatives agree with finite differences in
// float64, and "twice" means that second derivatives do too.
//
// An unsupported operation is reported as an [*UnsupportedError], which names it and suggests a fix. For some supported operations,
// only some attribute values are supported. From the domain ai.onnx.ml, the package supports Scaler, Normalizer, Imputer,
// FeatureVectorizer, LinearRegressor, LinearClassifier and SVMRegressor. Support vector classifiers, nearest neighbours and
// encoders have no gradient and are unsupported.
package onnx
