// Package source gives functions of a program that is one file, such as a notebook's
// cell, a digest: of the text of the function and of every declaration of the file that
// it refers to, directly or not, without comments and positions. In flow the file, and
// the name and line of a function; out flow the digest, or why there is none. What
// the file imports is known by its path alone.
package source
