// Package cells is the language of living cells: Go, in which statements and declarations mix.
//
// What flows in: the code of one cell after another ([Session.Prepare]). What flows out: for
// each the file that the compiler gets ([Unit]), with what is told about it, or the faults that were found.
//
// A variable that a statement of a cell declares is one of the package, and lives. What stands below
// a line %% is the body of a function, as in a cell of GoNB: its variables end with it.
//
// Each declaration has a symbol of its own for ever. One that is declared anew gets another
// symbol, and so does all that uses it: this is compiled again from its text. So no name can
// bind to what another one meant. A variable that is declared anew with the same type is the same variable.
// A type that changes is another type, and variables of the old one are gone.
package cells
