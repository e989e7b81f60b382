package operator

import (
	"slices"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
)

// windows lists the convolution and pooling operations.
var windows = map[string]operation{
	"Conv":          one(convolution),
	"ConvTranspose": one(transposed),
	"MaxPool": func(c *call) []*Node {
		x := c.in(0)
		s := c.sliding(x, c.list("kernel_shape"), true)
		return []*Node{s.reduce(x, compute.ReduceOpMax)}
	},
	"AveragePool": one(averagePool),
	"LpPool": one(func(c *call) *Node {
		x, p := c.in(0), float64(c.int("p"))
		s := c.sliding(x, c.list("kernel_shape"), true)
		return power(s.reduce(power(Abs(x), p), compute.ReduceOpSum), 1/p)
	}),
	"LRN": one(func(c *call) *Node {
		x, n := c.in(0), c.int("size")
		s := sliding{kernel: []int{1, n}, strides: []int{1, 1}, dilations: []int{1, 1}, pads: [][2]int{{}, {(n - 1) / 2, n - 1 - (n-1)/2}}}
		for range x.Rank() - 2 {
			s.kernel, s.strides, s.dilations, s.pads = append(s.kernel, 1), append(s.strides, 1), append(s.dilations, 1), append(s.pads, [2]int{})
		}
		total := BackendReduceWindow(Mul(x, x), compute.ReduceOpSum, s.kernel, s.strides, nil, s.dilations, s.pads)
		base := AddScalar(MulScalar(total, c.float("alpha")/float64(n)), c.float("bias"))
		return Div(x, Pow(base, number(x, c.float("beta"))))
	}),
}

// sliding describes how a window moves over the spatial axes.
type sliding struct {
	kernel, strides, dilations []int
	pads                       [][2]int
	beyond                     []int // extra elements after the padding, for windows that ceil_mode adds
}

// sliding reads the attributes that convolution and pooling share. Strides and dilations default to 1 and
// paddings to 0; auto_pad computes the paddings.
func (c *call) sliding(x *Node, kernel []int, ceil bool) sliding {
	n := x.Rank() - 2
	if n < 1 || len(kernel) != n {
		c.refuse("has a window of size %v for %s, want one number for each spatial axis (the file is damaged)", kernel, x.Shape())
	}
	s := sliding{kernel: kernel, strides: c.each("strides", n), dilations: c.each("dilations", n), pads: make([][2]int, n), beyond: make([]int, n)}
	pads := c.list("pads")
	if len(pads) != 0 {
		c.same("paddings", len(pads), 2*n)
	}
	for i := range n {
		in, stride, reach := x.Shape().Dim(i+2), s.strides[i], s.dilations[i]*(kernel[i]-1)+1
		switch auto := c.text("auto_pad"); {
		case auto == "SAME_UPPER" || auto == "SAME_LOWER":
			total := max(((in+stride-1)/stride-1)*stride+reach-in, 0)
			s.pads[i] = [2]int{total / 2, total - total/2}
			if auto == "SAME_LOWER" {
				s.pads[i] = [2]int{total - total/2, total / 2}
			}
		case auto != "VALID" && len(pads) > 0:
			s.pads[i] = [2]int{pads[i], pads[n+i]}
		}
		space := in + s.pads[i][0] + s.pads[i][1] - reach
		if space < 0 || stride < 1 {
			c.refuse("has a window of %d elements for %d elements with paddings %v; the window must fit and its stride must be at least 1 (use longer series; otherwise the file is damaged)", reach, in, s.pads[i])
		}
		if extra := space % stride; ceil && c.flag("ceil_mode") && extra != 0 {
			if start := space - extra + stride; start < in+s.pads[i][0] { // otherwise the window would start in the padding
				s.beyond[i] = stride - extra
			}
		}
	}
	return s
}

// each returns an attribute with one number per spatial axis. The default is 1.
func (c *call) each(name string, n int) []int {
	list := c.list(name)
	if len(list) == 0 {
		return slices.Repeat([]int{1}, n)
	}
	c.same(name, len(list), n)
	return list
}

// reduce reduces every window of x. The first two axes are batch and channels.
func (s sliding) reduce(x *Node, kind ReduceOpType) *Node {
	pads := [][2]int{{}, {}}
	for i, p := range s.pads {
		pads = append(pads, [2]int{p[0], p[1] + s.beyond[i]})
	}
	two := []int{1, 1}
	return BackendReduceWindow(x, kind, slices.Concat(two, s.kernel), slices.Concat(two, s.strides), nil, slices.Concat(two, s.dilations), pads)
}

// averagePool averages each window, with or without the padding.
func averagePool(c *call) *Node {
	x := c.in(0)
	s := c.sliding(x, c.list("kernel_shape"), true)
	total := s.reduce(x, compute.ReduceOpSum)
	size, outside := 1, false
	for i, k := range s.kernel {
		size *= k
		outside = outside || s.beyond[i] != 0 || s.pads[i] != [2]int{}
	}
	if !outside {
		return Div(total, number(x, float64(size)))
	}
	d := []int{1, 1}
	counting := s
	counting.pads = slices.Clone(s.pads)
	for i, p := range s.pads {
		d = append(d, x.Shape().Dim(i+2))
		if c.flag("count_include_pad") {
			d[i+2] += p[0] + p[1]
			counting.pads[i] = [2]int{}
		}
	}
	count := StopGradient(counting.reduce(filled(x, 1, d...), compute.ReduceOpSum))
	return Div(total, spread(count, dims(total)))
}

// channelsFirst returns the axes of a convolution in ONNX's layout.
func channelsFirst(n int) ConvolveAxesConfig {
	axes := from(2, n+2)
	return ConvolveAxesConfig{InputBatch: 0, InputChannels: 1, InputSpatial: axes, KernelOutputChannels: 0, KernelInputChannels: 1, KernelSpatial: axes, OutputBatch: 0, OutputChannels: 1, OutputSpatial: axes}
}

// biased adds one bias per channel.
func (c *call) biased(y *Node) *Node {
	bias := c.maybe(2)
	if bias == nil {
		return y
	}
	return Add(y, channels(bias, y.Rank()))
}

// channels reshapes a list of per-channel values to broadcast it over batch and spatial axes.
func channels(list *Node, rank int) *Node {
	d := slices.Repeat([]int{1}, rank)
	d[1] = list.Shape().Size()
	return Reshape(list, d...)
}

func convolution(c *call) *Node {
	x, w := c.in(0), c.in(1)
	s := c.sliding(x, dims(w)[min(2, w.Rank()):], false)
	n, group := len(s.kernel), c.int("group")
	if x.Shape().Dim(1) != w.Shape().Dim(1)*group {
		c.refuse("has %d channels, want %d for its weights (the file is damaged)", x.Shape().Dim(1), w.Shape().Dim(1)*group)
	}
	return c.biased(ConvGeneral(x, w, channelsFirst(n), s.strides, s.pads, nil, s.dilations, group, 1))
}

// transposed computes a transposed convolution: a convolution of the dilated x with the flipped kernel.
func transposed(c *call) *Node {
	x, w := c.in(0), c.in(1)
	kernel := dims(w)[2:]
	n, group := len(kernel), c.int("group")
	strides, dilations, outside := c.each("strides", n), c.each("dilations", n), c.list("output_padding")
	if len(outside) == 0 {
		outside = make([]int, n)
	}
	pads, shape := c.list("pads"), c.list("output_shape")
	var around [][2]int
	for i := range n {
		in, reach := x.Shape().Dim(i+2), dilations[i]*(kernel[i]-1)
		full := (in-1)*strides[i] + reach + 1 + outside[i]
		p := [2]int{}
		auto := c.text("auto_pad")
		if len(pads) == 2*n {
			p = [2]int{pads[i], pads[n+i]}
		}
		if same := auto == "SAME_UPPER" || auto == "SAME_LOWER"; same || len(shape) > 0 {
			total := full - in*strides[i]
			if len(shape) > 0 {
				total = full - shape[len(shape)-n+i]
			}
			if total < 0 {
				outside[i], total = outside[i]-total, 0
			}
			p = [2]int{total / 2, total - total/2}
			if auto != "SAME_UPPER" {
				p = [2]int{total - total/2, total / 2}
			}
		}
		around = append(around, [2]int{reach - p[0], reach - p[1] + outside[i]})
	}
	d := dims(w) // [C, M/group, kernel] → [M, C/group, kernel]
	grouped := Reshape(w, slices.Concat([]int{group, d[0] / group, d[1]}, kernel)...)
	order := append([]int{0, 2, 1}, from(3, n+3)...)
	w = Reverse(Reshape(TransposeAllAxes(grouped, order...), slices.Concat([]int{group * d[1], d[0] / group}, kernel)...), from(2, n+2)...)
	for i, p := range around { // a negative padding would crop the result
		if p[0] < 0 || p[1] < 0 {
			c.refuse("has paddings larger than its window on axis %d; export it with smaller paddings", i)
		}
	}
	return c.biased(ConvGeneral(x, w, channelsFirst(n), slices.Repeat([]int{1}, n), around, strides, dilations, group, 1))
}
