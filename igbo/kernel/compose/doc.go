// Package compose makes programs from the cells of a notebook. A program consists of the statements of a cell below its line %%, and of the
// declarations of other cells that it needs.
//
// [Notebook.Program] takes the code of a cell and returns its program, whose positions are those of the cells. [Scope.Pick] returns the
// declarations that a piece of code needs.
//
// A declaration replaces declarations of the same names in earlier cells. A program contains the declarations of its cell, and what
// they need from other cells. Names are not resolved: if a cell uses a field of a struct, a function of the same name is included too.
package compose
