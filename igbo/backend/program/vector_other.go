//go:build !(amd64 && goexperiment.simd)

package program

import "github.com/gomlx/compute"

// Without SIMD there are no kernels but those in Go.

func vectorUnary(compute.OpType) (f func(y, x []float32), cost float64, ok bool) {
	return nil, 0, false
}

func vectorBinary(string) (binary[float32, float32], bool) { return binary[float32, float32]{}, false }

func vectorProduct[T floating](*node, form) (task, bool) { return task{}, false }

func foreignProduct(form) bool { return false }

func clearUpper() {}
