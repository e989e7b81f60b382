// Package doctest holds the tests of what README, the packages' documentation
// and the notebooks say: programs and cells compile as they stand there, links lead
// somewhere, versions are those of go.mod, packages import what stands above them
// in the list of igbo/README.md. That commands and flags exist is tested beside the
// command.
package doctest
