// Package setup installs what a program needs in a folder of its own, part by
// part. A part that was interrupted is made again, one that is done is left
// alone, and two processes do not set up one folder at once.
//
// What flows in: a folder and a list of [Part]. What flows out: the parts, a stamp
// for each, and lines that say what is being done.
package setup
