// Package saved is a study's result on the disk: which files it has, whose they are and whether they are whole.
//
// In flow the path of a folder; out flow the record of what it holds, and the text of the result, which package catalog reads.
package saved
