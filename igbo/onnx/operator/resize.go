package operator

import (
	"math"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/constant"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// resizers lists the operations that resize tensors.
var resizers = map[string]operation{"Resize": one(resize)}

// axisOf describes how one axis is resized.
type axisOf struct {
	in, out    int
	scale      float64
	start, end float64 // cropped region, as fractions of the axis
}

// resize interpolates along each axis. Interpolation is linear in x, so each axis is a product with a weight
// matrix.
func resize(c *call) *Node {
	x := c.in(0)
	y := x
	var outside *Node
	for axis, a := range c.resizing(x) {
		if a.in == a.out && a.scale == 1 && c.text("coordinate_transformation_mode") != "tf_crop_and_resize" {
			continue
		}
		c.fits(x.DType(), a.in, a.out)
		weights, beyond := c.neighbours(a)
		order := append(others(x, axis), axis)
		moved := TransposeAllAxes(y, order...)
		d := dims(moved)
		flat := Reshape(moved, moved.Shape().Size()/a.in, a.in)
		product := Dot(flat, constant.Of(x, weights, a.in, a.out)).Product()
		d[len(d)-1] = a.out
		y = TransposeAllAxes(Reshape(product, d...), inverse(order)...)
		if slices.Contains(beyond, true) {
			e := slices.Repeat([]int{1}, y.Rank())
			e[axis] = a.out
			mark := Reshape(Const(c.graph, tensors.FromFlatDataAndDimensions(beyond, len(beyond))), e...)
			if outside == nil {
				outside = mark
			} else {
				d := common(outside, mark)
				outside = LogicalOr(spread(outside, d), spread(mark, d))
			}
		}
	}
	if outside != nil {
		return choose(outside, number(y, c.float("extrapolation_value")), y)
	}
	return Identity(y)
}

// resizing returns how each axis is resized.
func (c *call) resizing(x *Node) []axisOf {
	all := make([]axisOf, x.Rank())
	for i := range all {
		n := x.Shape().Dim(i)
		all[i] = axisOf{n, n, 1, 0, 1}
	}
	axes := from(0, x.Rank())
	if a := c.attribute("axes"); a != nil {
		axes = c.axes(c.list("axes"), x.Rank())
	}
	var roi, scales, sizes []float64
	if c.has(1) && c.text("coordinate_transformation_mode") == "tf_crop_and_resize" {
		roi = standard.Floats(c.fixed(1, "its region"))
	}
	if c.has(2) {
		scales = standard.Floats(c.fixed(2, "its scales"))
	}
	if c.has(3) {
		sizes = standard.Floats(c.fixed(3, "its sizes"))
	}
	if len(scales) == 0 && len(sizes) == 0 || len(scales)+len(sizes) != len(axes) {
		c.refuse("has %d scales and %d sizes for %d axes, want one scale or one size per axis (the file is damaged)", len(scales), len(sizes), len(axes))
	}
	if policy := c.text("keep_aspect_ratio_policy"); len(sizes) > 0 && policy != "" && policy != "stretch" {
		scale := sizes[0] / float64(all[axes[0]].in)
		for i, a := range axes {
			if s := sizes[i] / float64(all[a].in); policy == "not_larger" && s < scale || policy == "not_smaller" && s > scale {
				scale = s
			}
		}
		for i, a := range axes {
			all[a].scale, sizes[i] = scale, math.Floor(scale*float64(all[a].in)+0.5)
			all[a].out = int(sizes[i])
		}
		sizes = nil
	}
	for i, a := range axes {
		at := &all[a]
		switch {
		case len(scales) > 0:
			at.scale, at.out = scales[i], int(math.Floor(float64(at.in)*scales[i]))
		case len(sizes) > 0:
			at.scale, at.out = sizes[i]/float64(at.in), int(sizes[i])
		}
		if len(roi) == 2*len(axes) {
			at.start, at.end = roi[i], roi[len(axes)+i]
		}
		if at.out < 1 {
			c.refuse("returns an axis of %d elements, want at least 1", at.out)
		}
	}
	return all
}

// neighbours returns the interpolation weights [in,out] of an axis and reports which outputs are outside the
// tensor.
func (c *call) neighbours(a axisOf) (weights []float64, beyond []bool) {
	weights, beyond = make([]float64, a.in*a.out), make([]bool, a.out)
	for k := range a.out {
		at := c.place(a, float64(k))
		if c.text("coordinate_transformation_mode") == "tf_crop_and_resize" && (at < 0 || at > float64(a.in-1)) {
			beyond[k] = true
			continue
		}
		shares := c.shares(a, at)
		first := int(math.Ceil(at)) - len(shares)/2
		total := 0.0
		for i, s := range shares {
			if j := first + i; c.flag("exclude_outside") && (j < 0 || j >= a.in) {
				shares[i] = 0
			} else {
				total += s
			}
		}
		for i, s := range shares {
			j := min(max(first+i, 0), a.in-1)
			if c.flag("exclude_outside") {
				s /= total
			}
			weights[j*a.out+k] += s
		}
	}
	return weights, beyond
}

// place returns the input coordinate of output element k.
func (c *call) place(a axisOf, k float64) float64 {
	in, size := float64(a.in), a.scale*float64(a.in)
	switch c.text("coordinate_transformation_mode") {
	case "align_corners":
		if size == 1 {
			return 0
		}
		return k * (in - 1) / (size - 1)
	case "asymmetric":
		return k / a.scale
	case "tf_crop_and_resize":
		if size == 1 {
			return (a.start + a.end) * (in - 1) / 2
		}
		return k*(a.end-a.start)*(in-1)/(size-1) + a.start*(in-1)
	case "pytorch_half_pixel":
		if size == 1 {
			return -0.5
		}
	case "half_pixel_symmetric":
		return in/2*(1-float64(a.out)/size) + (k+0.5)/a.scale - 0.5
	case "half_pixel":
	default:
		c.refuse("has the unsupported coordinate_transformation_mode %q", c.text("coordinate_transformation_mode"))
	}
	return (k+0.5)/a.scale - 0.5
}

// shares returns the weights of the input elements around a coordinate, the same number on each side.
func (c *call) shares(a axisOf, at float64) []float64 {
	ratio := at - math.Ceil(at) + 1 // in (0, 1]: the position between the two nearest elements
	switch mode := c.text("mode"); mode {
	case "nearest":
		return nearest(c.text("nearest_mode"), ratio)
	case "linear":
		if scale := math.Min(a.scale, 1); c.flag("antialias") && scale < 1 {
			return smoothed(ratio, scale, 1, func(d float64) float64 { return math.Max(1-d, 0) })
		}
		return []float64{1 - ratio, ratio}
	case "cubic":
		scale := 1.0
		if c.flag("antialias") {
			scale = math.Min(a.scale, 1)
		}
		return smoothed(ratio, scale, 2, func(d float64) float64 { return cubic(d, c.float("cubic_coeff_a")) })
	default:
		c.refuse("has the mode %q, want nearest, linear or cubic", mode)
		return nil
	}
}

// smoothed returns the weights of a kernel of the distance that is 0 beyond reach. A scale below 1 widens the
// kernel. The weights sum to 1.
func smoothed(ratio, scale, reach float64, of func(d float64) float64) []float64 {
	first := int(math.Floor(-reach/scale)) + 1
	shares, total := make([]float64, 2-2*first), 0.0
	for i := range shares {
		shares[i] = of(math.Abs(scale * (float64(i+first) - ratio)))
		total += shares[i]
	}
	for i := range shares {
		shares[i] /= total
	}
	return shares
}

// cubic is Keys' cubic convolution kernel.
func cubic(d, a float64) float64 {
	switch {
	case d <= 1:
		return ((a+2)*d-(a+3))*d*d + 1
	case d < 2:
		return ((a*d-5*a)*d+8*a)*d - 4*a
	}
	return 0
}

// nearest returns weights that select the left or the right neighbour.
func nearest(mode string, ratio float64) []float64 {
	right := ratio == 1
	switch mode {
	case "round_prefer_floor":
		right = right || ratio > 0.5
	case "round_prefer_ceil":
		right = right || ratio >= 0.5
	case "ceil":
		right = true
	}
	if right {
		return []float64{0, 1}
	}
	return []float64{1, 0}
}
