// Package igbo trains models on two objectives at once: a task loss L, and an
// interpretability loss H that asks feature importances to follow a directed
// acyclic graph. It implements IGBO, interpretability-guided bi-objective
// optimisation (Fouladi and Rahmani), on GoMLX.
//
// What flows in: a compute.Backend (package igbo/backend picks one), a
// [Config], [Data], and a dag.DAG from a teacher's scores or an expert. What
// flows out: a [Result] with a trained [Model], which predicts, attributes,
// and is saved and loaded, and the history of the two objectives.
//
// The model is a built-in architecture or any GoMLX model function
// ([Config.Function]), with one output or several ([Config.Output]); the task loss
// one of package igbo/task, or a user's own ([Config.Loss]); the data in memory ([Train]), or any
// GoMLX dataset ([TrainOn]).
//
// A training can keep checkpoints and resume bit-identically
// ([Config.Checkpoints]), stop early on held-out data ([Config.EarlyStopping]),
// and begin at another model's weights ([TrainFrom]).
//
// A saved model and a checkpoint are folders with a format that has a number
// ([Model.Save], [Checkpoints]). [Load] and a resume check every byte, number
// and variable of them before they use any.
//
// # Map
//
// Data flow down this page; a package imports only what stands above it. README.md beside this
// file has the drawing of all packages, made from their imports, the list of them line by line, the
// notation, and recipes: how to add a study, a rule, a derivative, a model, a figure.
//
//	datasets, table, fold   data with a known truth, or a user's file as columns; folds of them
//	scan, models            loops, networks
//	attribution             TIG, h and H; forward and reverse derivatives of every operation
//	faithfulness            how far attributions say what a model does
//	dag, objective          the order of importance: built, stated, checked; the loss H that asks for it
//	posterior               linear models averaged under an order
//	task                    the loss L and its metrics
//	boost                   gradient-boosted trees
//	projection, train       the direction that serves both, λ, and the step that takes it
//	samples, settings       what a training learns from, and how
//	trained                 a model and its files
//	evaluation              predictions, losses, scores of a model
//	training                the steps, early stopping, checkpoints
//	igbo                    the doors to these five, which this page documents
//	shapley                 Shapley values of trees and of any function
//	oracle, onnx            learned paths of attribution; models from ONNX files
//	study, claims, report   questions answered by cells; the paper claim by claim; one page of all
//	verdict                 whether an order helps on a user's data
//	subject, explain        a model with a user's data; what it uses
//	notebook, course        what cells call; exercises and whether an answer is right
//	lab, bench              the kernel and JupyterLab; the measured peers
//	cmd/igbo                the command
//
// Beside the flow stand plots, backend, durable (files that are there whole or not at all) and source.
package igbo
