//go:build !unix

package derivative_test

import (
	"testing"
	"time"
)

var began = time.Now()

// processorTime returns the wall-clock time in seconds on systems where the process cannot read its own time.
func processorTime(*testing.B) float64 { return time.Since(began).Seconds() }
