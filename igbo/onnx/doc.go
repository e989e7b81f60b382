// Package onnx makes an attribution.Model of an ONNX file, so that what was trained
// in PyTorch, Keras or scikit-learn can be explained, checked against an order,
// trained further, and serve as a teacher.
//
// What flows in: a file ([Load]) with one input of floats [N,D] or [N,T,D]. What
// flows out: a [Model], whose [Model.Function] builds it in a GoMLX graph, with its
// weights as variables of the scope that it is given. Package operator builds the
// operations, behind checks of the whole file.
//
// One output is attributed: the only one of floats, or the one that [Options] name.
// Labels of classifiers have no gradient and are left out. A file whose batch axis
// is fixed is opened where its operations allow that. Probabilities saturate, so
// that their attributions vanish where the model is sure; export logits to
// attribute those. Steps are the second axis of [N,T,D]; an output [N,T] is one for
// each step, one [N] or [N,K] is of the series and stands at every step.
//
// [LoadTrees] opens files of trees of scikit-learn, XGBoost and LightGBM, with the scalers, imputers and encoders of single columns that may
// stand before them; they are evaluated in plain Go and have exact Shapley values in place of a gradient.
//
// [Export] writes a model that igbo trained, with what its table's encoding does to the columns, and [OpenExported]
// reads it back as the model that it was.
//
// # Operations
//
// The importer is held by ONNX's own node tests, of the Python package onnx 1.22.0: OPERATIONS.md beside
// this file has a table, made of their recorded verdicts (testdata/suite.tsv). Right are outputs within the suite's
// tolerances; differentiated are those cases whose derivatives in forward and in reverse mode are
// those of differences in float64, and twice those whose derivatives of derivatives are. What is
// refused is named, with what to do. An operation that has a case that is right may be refused with
// other settings; ai.onnx.ml's Scaler, Normalizer, Imputer, FeatureVectorizer, LinearRegressor,
// LinearClassifier and SVMRegressor are held by cases of our own. Support vector classifiers, nearest
// neighbours and encoders have no gradient and are refused by name.
package onnx
