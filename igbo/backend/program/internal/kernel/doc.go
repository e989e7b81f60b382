// Package kernel converts operations (nodes of package record) to tasks (package task). The kernels come from package
// vector if it has one for the operation; the others are defined here.
package kernel
