// Package cell reads the cells of a table's columns: what is a number, a boolean, a date, a word or a missing cell, in a file's
// own [Habits], and what [Kind] a column has by all of its cells.
//
// What flows in: trimmed cells, as text, in their order. What flows out: numbers ([Parser]), and a [Survey] that says the kind, or which cell leaves it
// open and what decides it; pieces of a file have a survey each, and the sum of them does not depend on the order of the rows.
package cell
