// Package product converts matrix products (nodes of package record) to tasks (package task). It uses the tile kernels of
// package vector.
package product
