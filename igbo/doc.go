// Package igbo trains models on two objectives at once: a task loss L, and an interpretability loss H, which measures how far feature
// importances violate a directed acyclic graph. It implements IGBO, interpretability-guided bi-objective optimisation (Fouladi and
// Rahmani), on GoMLX.
//
// Use it if you know which features matter more than others, and a model should respect that. [Train] takes a compute.Backend (package
// igbo/backend selects one), a [Config], [Data], and a dag.DAG from a teacher's scores or an expert. It returns a [Result] with the history
// of both objectives and a trained [Model], which predicts, attributes, and can be saved and loaded.
//
// The model is a built-in architecture or any GoMLX model function ([Config.Function]), with one output or several ([Config.Output]). The
// task loss is one of package igbo/task or a custom one ([Config.Loss]). The data are in memory ([Train]) or come from any GoMLX dataset
// ([TrainOn]).
//
// Training can keep checkpoints and resume bit-identically ([Config.Checkpoints]), stop early on held-out data ([Config.EarlyStopping]),
// and start from the weights of another model ([TrainFrom]).
//
// A saved model ([Model.Save]) and a checkpoint ([Checkpoints]) are folders with a numbered format. Loading and resuming check every byte,
// number and variable before they use any of them.
//
// # Map
//
// Packages are listed in dependency order: each one imports only packages above it. README.md in this folder has a drawing of all packages
// (generated from their imports), a list of them, the notation, and recipes for adding a study, a rule, a derivative, a model or a figure.
//
//	datasets, samples        data with a known truth; data in memory, and their units
//	tabular/table            a user's file as columns
//	scan, models             loops, networks
//	attribution              TIG, h and H; forward and reverse derivatives of every operation
//	faithfulness             metrics of how well attributions describe the model
//	dag, objective           the importance order: built, stated, checked; the loss H of its violations
//	posterior                linear models averaged under an order
//	task                     the loss L and its metrics
//	projection, train        combines the two gradients, schedules λ, and takes the step
//	settings                 the configuration of a training
//	linear, tabular/boost    penalised, ordered and robust linear models; gradient-boosted trees
//	trained                  a model and its files
//	evaluation               predictions, losses, scores of a model
//	training                 the steps, early stopping, checkpoints
//	igbo                     the façade of samples, settings, trained, evaluation and training
//	shapley                  Shapley values of trees and of any function
//	tabular/tabulate         results as tables: text, Markdown, HTML, CSV
//	oracle, onnx             learned paths of attribution; models from ONNX files
//	research/study           questions answered by independent runs
//	research/claims          the claims of the paper, and the evidence for each
//	research/report          all studies on one page
//	tabular/compare          whether an order helps on a user's data
//	tabular/explainer        a model with a user's data
//	tabular/explain          the features that such a model uses
//	notebook, course         functions for cells; exercises and their checks
//	kernel, lab              Go in Jupyter; JupyterLab with this kernel
//	research/bench           speed compared with PyTorch, Captum and JAX
//	cmd/igbo                 the command
//
// Five packages are outside this order: plots, backend, fold (deals samples into folds), spool (large arrays in a temporary file) and
// durable (files that are written atomically).
package igbo
