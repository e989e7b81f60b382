//go:build goexperiment.simd && amd64

package backend

// embeddedFlops is about how many flops a second the embedded backend does on large graphs.
const embeddedFlops = 5e10
