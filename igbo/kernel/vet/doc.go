// Package vet runs checks of go vet on the code of cells, within the kernel's process. A [Checker] follows a session of cells: a
// function that an earlier cell declared as a wrapper of fmt.Printf is checked like fmt.Printf.
package vet
