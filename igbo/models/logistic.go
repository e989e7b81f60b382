//go:build !(amd64 && goexperiment.simd)

package models

// logisticByTanh is false where the logistic function is cheap.
const logisticByTanh = false
