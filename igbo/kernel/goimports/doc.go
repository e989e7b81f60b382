// Command goimports replaces the program of this name for the kernel:
//
//	goimports -w FILE
//
// It adds the imports that a Go file from GoNB uses, by the table of package prelude, in milliseconds. It searches the modules, as the
// original program does, only for a name that is not in the table.
//
// It is the first program that runs for a cell. It reports if something is missing that is needed to build cells: a source that was moved,
// or a module cache that was removed. The file needs in the kernel's folder lists these folders.
package main
