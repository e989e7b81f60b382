// Package peephole replaces slow operations of GoMLX's embedded backend by faster equivalents while a graph is built.
// [Wrap] lists the rewrites.
package peephole
