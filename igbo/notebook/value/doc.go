// Package value formats any Go value as text for a reader. Unlike package fmt, it limits the length
// of the text, includes unexported fields, quotes strings within other values, and supports values
// that contain themselves.
//
//	Text(v)      the value in one or more lines
//	Line(v, n)   the value in one line of at most n characters
//	Brief(v)     the value in one line, without calling methods of its type
//	TypeName(t)  the name of a type as written in a cell
//
// Text and Line call the methods Error and String of a value and of its parts, as fmt does. If such
// a method panics, they format the value without it. No function changes a value. All of them read
// memory that other goroutines may be writing.
package value
