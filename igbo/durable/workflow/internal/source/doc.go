// Package source computes digests of functions in single-file programs, such as notebook cells. [File.Digest]
// takes the name or the line of a function. The digest covers the text of the function and of every declaration
// in the file that it refers to, directly or indirectly, without comments and positions. Imports are identified
// only by their paths.
package source
