// Package ipynb reads and changes notebook files, form 4: it takes out outputs and
// solutions, and puts parameters in.
//
// What flows in: the text of a notebook file. What flows out: the same, changed;
// what is not known of it stays.
//
// Parameters follow papermill's convention. A cell with the tag parameters declares
// variables with their usual values,
//
//	var seeds = 5
//
// and [Notebook.Inject] puts after it a cell with the tag injected-parameters that
// declares some of them again, which the kernel takes in place of the former.
package ipynb
