// Package required stores the modules that a notebook requires, with their versions, between starts of its kernel. The notebook is
// identified by the path that Jupyter gives the kernel.
package required
