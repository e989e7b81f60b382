// Package trained holds a trained model and its files: the function, its variables, the units of its data, and
// the DAG that it was trained with.
//
// [New], [For] and [Load] return a [Model]. Package training changes its variables, and package evaluation
// computes with it. [Model.Save] writes it to a folder, and [Model.Files] returns the same files as plain data.
// Loading verifies every byte.
//
// Most programs use it as igbo.Model, where the methods are documented. In errors, package igbo replaces the
// name trained.
package trained
