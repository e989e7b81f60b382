// Package product converts matrix products (nodes of package record) to tasks (package task). They use the tiles of package vector, and
// sum in the order of the wrapped backend.
package product
