// Package doctest holds the tests of what README, the packages' documentation
// and the notebooks say: programs and cells compile as they stand there, links lead
// somewhere, versions are those of go.mod. That commands and flags exist is
// tested beside the command.
package doctest
