// Package peephole rewrites the slow operations of GoMLX's embedded backend
// into fast ones while a graph is built.
package peephole
