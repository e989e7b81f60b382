// Package cell parses the cells of a table's columns as numbers, booleans, dates, words or missing cells, and infers the [Kind] of a
// column.
//
// Use it to read single columns; package table uses it to read whole files. [Options] configure how a file writes numbers, dates
// and missing cells. A [Parser] converts trimmed cells to numbers. A [Survey] infers the kind of a column. If a cell is ambiguous,
// it returns this cell and the option that resolves it. Surveys of the pieces of a file can be added, and the result does not
// depend on the order of the rows.
package cell
