// Package source computes digests of functions in a program of one file, such as a notebook's cell. [File.Digest] takes the name or the
// line of a function. The digest covers the text of the function and of every declaration of the file that it refers to, directly or not,
// without comments and positions. Imports are identified only by their paths.
package source
