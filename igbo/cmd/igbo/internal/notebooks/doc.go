// Package notebooks has the command lab.
//
// What flows in: flags and names of notebooks, which settle into the options
// of package lab. What flows out: a running JupyterLab with a token, notebooks
// that were run or compared, or nothing left of it all.
package notebooks
