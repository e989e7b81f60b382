// Package compose makes programs of a notebook's cells: what a cell needs of the declarations of others, and what stands
// below its line %%.
//
// What flows in: the code of cells. What flows out: the program of one of them ([Notebook.Program]), whose positions are
// those of the cells, or the declarations that a piece of code needs ([Scope.Pick]).
//
// A declaration replaces those of its names in earlier cells. A program has what its own cell declares, and of other cells
// what that needs, whatever a name means where it stands: a field of a structure brings a function of its name along.
package compose
