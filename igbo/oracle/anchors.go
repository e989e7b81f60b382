package oracle

import (
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/wide"
)

// Anchors returns the paths with K = k anchors, for inspection. Each of the N paths consists of K + 2 points
// X′, p_1, …, p_K, X with T·D numbers each. x holds N·T·D numbers in the units of the data. baseline holds
// N·T·D numbers, or T·D numbers for one common baseline.
//
// It returns an error if a size is wrong, or if a number in the arguments or on a path is not finite.
func (o *Oracle) Anchors(x, baseline []float64, k int) ([][][]float64, error) {
	paths, err := o.lay(x, baseline, k)
	if err != nil {
		return nil, err
	}
	d := len(o.Features)
	for i, path := range paths {
		n := o.size()
		path[0], path[k+1] = at(baseline, i, n), at(x, i, n)
		for _, point := range path[1 : k+1] {
			for j, v := range point {
				point[j] = v*o.Scale[j%d] + o.Shift[j%d]
			}
		}
	}
	return paths, nil
}

// at returns point i of n numbers, or the common point if there is only one.
func at(points []float64, i, n int) []float64 {
	if len(points) == n {
		i = 0
	}
	return slices.Clone(points[i*n : (i+1)*n])
}

// lay is like Anchors but returns the paths in the oracle's units.
func (o *Oracle) lay(x, baseline []float64, k int) ([][][]float64, error) {
	p, err := o.path(k)
	if err != nil {
		return nil, err
	}
	n := o.size()
	if len(x) == 0 || len(x)%n != 0 {
		return nil, fmt.Errorf("oracle: x has %d numbers, want a positive multiple of T·D = %d", len(x), n)
	}
	if len(baseline) != len(x) && len(baseline) != n {
		return nil, fmt.Errorf("oracle: the baseline has %d numbers, want %d (one baseline for all inputs) or %d (one for each input)", len(baseline), n, len(x))
	}
	for i, v := range slices.Concat(x, baseline) {
		if notFinite(v) {
			return nil, fmt.Errorf("oracle: number %d of inputs and baselines is %g, want finite numbers", i, v)
		}
	}
	count := len(x) / n
	var ends []float64
	for i := range count {
		ends = append(append(ends, o.toOracle(at(baseline, i, n))...), o.toOracle(at(x, i, n))...)
	}
	out, err := model.CallOnce(o.backend, model.NewStore(), func(_ *model.Scope, ends *Node) *Node {
		start := Reshape(Slice(ends, AxisRange(), AxisElem(0)), count, n)
		end := Reshape(Slice(ends, AxisRange(), AxisElem(1)), count, n)
		anchors := o.generator().anchors(o.frozen(ends), start, end, nil, o.fixedTicks(ends, p.k))
		return Stack(append(append([]*Node{start}, anchors...), end), 1)
	}, wide.Tensor(Config{DType: "float64"}.dtype(), ends, count, 2, n))
	if err != nil {
		return nil, fmt.Errorf("oracle: %w", err)
	}
	points, err := wide.Floats(out)
	if err != nil {
		return nil, fmt.Errorf("oracle: %w", err)
	}
	return cut(points, k+2, n)
}

// cut splits numbers into paths of points with n numbers each, and checks that they are finite.
func cut(points []float64, most, n int) ([][][]float64, error) {
	if i := slices.IndexFunc(points, notFinite); i >= 0 {
		return nil, fmt.Errorf("oracle: anchor %d of path %d is %g, want finite numbers", i/n%most, i/n/most, points[i])
	}
	var paths [][][]float64
	for path := range slices.Chunk(points, most*n) {
		paths = append(paths, slices.Collect(slices.Chunk(path, n)))
	}
	return paths, nil
}
