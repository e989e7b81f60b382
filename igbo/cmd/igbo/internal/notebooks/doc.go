// Package notebooks implements the command lab, which runs JupyterLab with the Go kernel, and runs, compares, exports and grades
// notebooks.
package notebooks
