// Package gomlx accesses parts of GoMLX that its exported interface does not offer: it reads the parameters of operations, builds
// closures inside of closures, and replaces the table of gradients.
//
// The file fields.go is the only one in this module that reads or sets unexported fields of GoMLX. It checks their names and
// types, and reports a version of GoMLX with different ones.
package gomlx
