// Package required keeps which modules a notebook requires, from one start of its kernel to the next.
//
// What flows in: modules with their versions. What flows out: the same, for the same notebook, which Jupyter names.
package required
