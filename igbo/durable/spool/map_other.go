//go:build !linux

package spool

import (
	"errors"
	"os"
)

// Supported reports whether the system supports arrays in files.
const Supported = false

func space(string) (left float64, known bool) { return 0, false }

// mapped is not supported on this system.
func mapped(*os.File, int64, int64) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

func unmap([]byte)   {}
func watch([]byte)   {}
func unwatch([]byte) {}
