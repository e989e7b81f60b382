// Package product makes the tasks of matrix products: in tiles of package vector's, and sums in the wrapped backend's order.
//
// What flows in: nodes (package record). What flows out: tasks (package task).
package product
