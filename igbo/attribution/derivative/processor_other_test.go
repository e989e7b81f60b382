//go:build !unix

package derivative_test

import (
	"testing"
	"time"
)

var began = time.Now()

// processorTime is the clock's time in seconds, where the process does not know its own.
func processorTime(*testing.B) float64 { return time.Since(began).Seconds() }
