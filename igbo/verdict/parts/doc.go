// Package parts is the data of the folds of a verdict, each fold with a part to train on and a part held out.
//
// What flows in: a [Source] of samples, data in memory or the rows of a table as an encoding has them, and the rows of a fold. What flows
// out: a [Part], which makes its data where they are asked for, on the heap or in a file's space, with the order that was learned from its
// part to train on, and a digest by which what was found of it is known again.
//
// A part holds no data: of its own it has one bit a row.
package parts
