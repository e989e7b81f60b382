// Package doctest tests the documentation. Programs and cells in README, package documentation and notebooks must compile. Links must have
// targets, and versions must be those of go.mod. Packages may only import packages above them in the list of igbo/README.md. Package main
// of igbo/cmd/igbo tests that commands and flags exist.
package doctest
