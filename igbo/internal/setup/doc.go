// Package setup installs the files that a program needs in a folder, part by part.
//
// [Make] takes a folder and a list of [Part]. It makes the parts that are missing, repeats those that were interrupted, writes a stamp for
// each, and prints progress messages. Two processes never set up one folder concurrently.
package setup
