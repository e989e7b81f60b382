package derivative

import (
	"slices"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// A convolution holds the settings of a ConvGeneral node, or of one of its groups:
//
//	y_{b,o,p} = Σ_{c,k} x̂_{b,c,s·p + d·k − low} · w_{c,o,k}
//
// where s is the stride, d is the kernel dilation, and x̂ is the input with zeros between and around its
// elements.
type convolution struct {
	axes                                ConvolveAxesConfig
	strides, inputGaps, kernelDilations []int
	paddings                            [][2]int
}

// convForward applies the product rule to convolutions. It folds a batch of input tangents into the batch axis,
// and processes kernel tangents one by one.
func convForward(n *Node, l lead) pushforward {
	x, kernel := n.Inputs()[0], n.Inputs()[1]
	axes := gomlx.ConvAxes(n)
	foldable := axes.InputBatch == 0 && axes.OutputBatch == 0 && gomlx.Int(n, "batchGroupCount") <= 1
	if !l.batched || !foldable {
		return l.each(productRule(n))
	}
	return func(dots []*Node) *Node {
		var first, second *Node
		if dots[0] != nil {
			dims := append([]int{l.size * x.Shape().Dim(0)}, x.Shape().Dimensions[1:]...)
			folded := n.CloneWithInputs(Reshape(dots[0], dims...), kernel)
			first = Reshape(folded, l.dims(n.Shape().Dimensions...)...)
		}
		if dots[1] != nil {
			second = l.each(productRule(n))([]*Node{nil, dots[1]})
		}
		return join(first, second, false)
	}
}

// convBackward replaces GoMLX's VJP of ConvGeneral. That VJP is wrong for kernels of even width, and it is
// missing for dilated inputs, which the VJP itself produces. convBackward consists of convolutions, so it has
// derivatives of every order.
func convBackward(n *Node, v []*Node, _ shapes.Shape) []*Node {
	x, kernel, spatial := n.Inputs()[0], n.Inputs()[1], n.Rank()-2
	c := convolution{
		axes:            gomlx.ConvAxes(n),
		strides:         gomlx.Sizes(n, "strides", spatial, 1),
		inputGaps:       gomlx.Sizes(n, "inputDilations", spatial, 1),
		kernelDilations: gomlx.Sizes(n, "kernelDilations", spatial, 1),
		paddings:        gomlx.Pairs(n, "paddings", spatial),
	}
	groups, grouped := gomlx.Int(n, "channelGroupCount"), c.axes.InputChannels
	if batch := gomlx.Int(n, "batchGroupCount"); batch > 1 {
		groups, grouped = batch, c.axes.InputBatch
	}
	if groups <= 1 {
		return []*Node{c.ofInput(x, kernel, v[0]), c.ofKernel(x, kernel, v[0])}
	}
	xs, kernels := Split(x, grouped, groups), Split(kernel, c.axes.KernelOutputChannels, groups)
	vs := Split(v[0], c.axes.OutputChannels, groups)
	ofX, ofKernel := make([]*Node, groups), make([]*Node, groups)
	for g := range groups {
		ofX[g], ofKernel[g] = c.ofInput(xs[g], kernels[g], vs[g]), c.ofKernel(xs[g], kernels[g], vs[g])
	}
	return []*Node{Concatenate(ofX, grouped), Concatenate(ofKernel, c.axes.KernelOutputChannels)}
}

// extent returns the length of n elements with a spacing of gap.
func extent(n, gap int) int { return (n-1)*gap + 1 }

// ofInput computes the gradient with respect to x: the adjoint, dilated by the stride, convolved with the
// reversed kernel.
func (c convolution) ofInput(x, kernel, v *Node) *Node {
	a := c.axes
	paddings := make([][2]int, len(c.paddings))
	for i := range paddings {
		window := extent(kernel.Shape().Dim(a.KernelSpatial[i]), c.kernelDilations[i])
		from := extent(v.Shape().Dim(a.OutputSpatial[i]), c.strides[i])
		to := extent(x.Shape().Dim(a.InputSpatial[i]), c.inputGaps[i])
		low := window - 1 - c.paddings[i][0]
		paddings[i] = [2]int{low, to + window - 1 - from - low}
	}
	axes := ConvolveAxesConfig{
		InputBatch: a.OutputBatch, InputChannels: a.OutputChannels, InputSpatial: a.OutputSpatial,
		KernelInputChannels: a.KernelOutputChannels, KernelOutputChannels: a.KernelInputChannels, KernelSpatial: a.KernelSpatial,
		OutputBatch: a.InputBatch, OutputChannels: a.InputChannels, OutputSpatial: a.InputSpatial,
	}
	return convolve(v, Reverse(kernel, a.KernelSpatial...),
		convolution{axes, c.inputGaps, c.strides, c.kernelDilations, paddings})
}

// ofKernel computes the gradient with respect to the kernel: the input convolved with the adjoint, dilated by
// the stride, and summed over the batch.
func (c convolution) ofKernel(x, kernel, v *Node) *Node {
	a := c.axes
	paddings := make([][2]int, len(c.paddings))
	for i := range paddings {
		window := extent(kernel.Shape().Dim(a.KernelSpatial[i]), c.kernelDilations[i])
		from := extent(x.Shape().Dim(a.InputSpatial[i]), c.inputGaps[i])
		adjoint := extent(v.Shape().Dim(a.OutputSpatial[i]), c.strides[i])
		low := c.paddings[i][0]
		paddings[i] = [2]int{low, window - 1 + adjoint - from - low}
	}
	axes := ConvolveAxesConfig{
		InputBatch: a.InputChannels, InputChannels: a.InputBatch, InputSpatial: a.InputSpatial,
		KernelInputChannels: a.OutputBatch, KernelOutputChannels: a.OutputChannels, KernelSpatial: a.OutputSpatial,
		OutputBatch: a.KernelInputChannels, OutputChannels: a.KernelOutputChannels, OutputSpatial: a.KernelSpatial,
	}
	return convolve(x, v, convolution{axes, c.kernelDilations, c.inputGaps, c.strides, paddings})
}

// convolve builds a convolution. Backends reject negative padding, so convolve crops the input instead.
func convolve(x, kernel *Node, c convolution) *Node {
	if !slices.ContainsFunc(c.paddings, func(p [2]int) bool { return p[0] < 0 || p[1] < 0 }) {
		return ConvGeneral(x, kernel, c.axes, c.strides, c.paddings, c.inputGaps, c.kernelDilations, 1, 1)
	}
	padding := make([]PadAxis, x.Rank())
	for i, axis := range c.axes.InputSpatial {
		padding[axis] = PadAxis{Start: c.paddings[i][0], End: c.paddings[i][1], Interior: c.inputGaps[i] - 1}
	}
	return ConvGeneral(fitted(x, padding), kernel, c.axes, c.strides, nil, nil, c.kernelDilations, 1, 1)
}
