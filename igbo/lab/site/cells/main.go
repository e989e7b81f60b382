//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "cells: runs in a browser alone, expected GOOS=js GOARCH=wasm")
	os.Exit(2)
}
