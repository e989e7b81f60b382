// Package kernels implements the command kernel, which installs, lists, checks, runs and removes the Go kernel for Jupyter.
package kernels
