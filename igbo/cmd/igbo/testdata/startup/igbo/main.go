// An empty program that links the library and the backends.
package main

import (
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
)

var (
	_ = igbo.Train
	_ = backend.Select
)

func main() {}
