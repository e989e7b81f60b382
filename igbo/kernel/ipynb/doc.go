// Package ipynb reads and changes notebook files of format 4. It removes outputs and solutions, and sets parameters. Fields that it does
// not know are unchanged.
//
// Parameters follow papermill's convention. A cell with the tag parameters declares variables with their default values:
//
//	var seeds = 5
//
// [Notebook.Inject] adds a cell with the tag injected-parameters after it. The added cell declares some of the variables again, and the
// kernel uses these declarations.
package ipynb
