//go:build !linux

package spool

import (
	"errors"
	"os"
)

// mapped is not done on other systems: arrays are of the heap.
func mapped(*os.File, int64, int64) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

func unmap([]byte)   {}
func watch([]byte)   {}
func unwatch([]byte) {}
