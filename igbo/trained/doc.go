// Package trained holds a model and its files: the function, its variables, the units of its data and the order of its training.
//
// [New], [For] and [Load] return a [Model]. Package training changes its variables, and package evaluation computes with it. [Model.Save]
// and [Model.Files] write it as a folder or as plain data; loading verifies every byte.
//
// Most programs use the model as igbo.Model, which documents the methods; the package igbo replaces the name trained in errors.
package trained
