// Command goimports is what the kernel runs in the place of the program of this name:
//
//	goimports -w FILE
//
// What flows in: a Go file that GoNB made from cells. What flows out: the file with the
// imports that it uses, by the table of package prelude, in milliseconds. Only for a
// name that stands in no table does it look through the modules, as the original does.
//
// It also tells, as the first program that runs for a cell, when something has gone
// without which no cell can be built: the source that was moved, or the module cache
// that was cleaned. The folders that must be there stand in the file needs of the kernel's folder.
package main
