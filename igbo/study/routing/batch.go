package routing

import (
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/wide"
)

// inRows calls a graph for so many points [rows,1,width] at a time, the last call filled up by its
// first point, and joins what it returns: as many numbers a point each time.
func inRows(rows, width int, points []float64, call func(x *tensors.Tensor) (*tensors.Tensor, error)) ([]float64, error) {
	var all []float64
	for piece := range slices.Chunk(points, rows*width) {
		in := make([]float32, rows*width)
		for i := range in {
			at := i
			if i >= len(piece) {
				at = i % width
			}
			in[i] = float32(piece[at])
		}
		out, err := call(tensors.FromFlatDataAndDimensions(in, rows, 1, width))
		if err != nil {
			return nil, fmt.Errorf("routing: %w", err)
		}
		found, err := wide.Floats(out)
		if err != nil {
			return nil, err
		}
		all = append(all, found[:len(found)/rows*(len(piece)/width)]...)
	}
	return all, nil
}

// joined puts rows of inputs, baselines and anchors, width numbers of the first two, side by side.
func joined(width int, x, baseline, anchors []float64) []float64 {
	n := len(x) / width
	each, all := len(anchors)/max(n, 1), make([]float64, 0, 2*len(x)+len(anchors))
	for i := range n {
		all = append(all, x[i*width:(i+1)*width]...)
		all = append(all, baseline[i*width:(i+1)*width]...)
		all = append(all, anchors[i*each:(i+1)*each]...)
	}
	return all
}
