package export

import (
	"fmt"
	"math"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
	"github.com/igbolab/igbolab/igbo/task"
)

// conv adds models.Conv: one matrix product per kernel tap, applied to the shifted series.
func (x *exporter) conv(z string, c models.ConvConfig) string {
	width, dilation := len(x.model.Features), 1
	for l := range c.Layers {
		scope := fmt.Sprintf("conv/layer_%d", l)
		weights, sum := x.variables["/model/"+x.scope+scope+"/weights"], x.variable(scope+"/biases", c.Channels)
		if len(weights) != c.Kernel*width*c.Channels {
			x.err = fmt.Errorf("variable %s/weights has %d numbers, want %d", scope, len(weights), c.Kernel*width*c.Channels)
			return ""
		}
		for j := range c.Kernel {
			if j*dilation >= x.model.Steps { // this tap reads only zeros before the first step
				break
			}
			tap := x.Weights(weights[j*width*c.Channels:(j+1)*width*c.Channels], int64(width), int64(c.Channels))
			sum = x.Op("Add", x.Op("MatMul", x.delayed(z, j*dilation), tap), sum)
		}
		z = x.activation(c.Activation, sum, c.Channels)
		width = narrowed(c.Activation, c.Channels)
		dilation *= c.Kernel
	}
	return x.affine("conv/output", z, width, x.model.Outputs())
}

// delayed shifts z [N,T,C] by the given number of steps and pads the start with zeros.
func (x *exporter) delayed(z string, steps int) string {
	if steps == 0 {
		return z
	}
	return x.Op("Pad", x.part(z, 1, 0, x.model.Steps-steps), x.Ints(0, int64(steps), 0, 0, 0, 0))
}

// rotationBase is the base frequency of the rotary position encoding in models.Attention.
const rotationBase = 10000

// hiddenScore is added to the attention scores of masked positions.
const hiddenScore = -1e30

// attention adds models.Attention.
func (x *exporter) attention(z string, c models.AttentionConfig) string {
	e := x.affine("attention/embedding", z, len(x.model.Features), c.Width)
	for l := range c.Layers {
		scope := fmt.Sprintf("attention/layer_%d", l)
		m := x.Op("Add", e, x.selfAttention(scope+"/MultiHeadAttention", e, c))
		wide := x.activation(c.Activation, x.affine(scope+"/expand", m, c.Width, 2*c.Width), 2*c.Width)
		e = x.Op("Add", m, x.affine(scope+"/contract", wide, narrowed(c.Activation, 2*c.Width), c.Width))
	}
	return x.affine("attention/output", e, c.Width, x.model.Outputs())
}

func (x *exporter) selfAttention(scope, e string, c models.AttentionConfig) string {
	t, size := x.model.Steps, c.Width/c.Heads
	heads := func(name string, rotated bool) string { // [N,heads,T,size]
		v := x.Op("Reshape", x.affine(scope+"/"+name+"/dense", e, c.Width, c.Width), x.Ints(0, 0, int64(c.Heads), int64(size)))
		if rotated {
			v = x.rotated(v, size)
		}
		return x.turned(v, 0, 2, 1, 3)
	}
	mask := make([]float64, t*t)
	for i := range mask {
		if i%t > i/t {
			mask[i] = hiddenScore
		}
	}
	scores := x.Op("Mul", x.Op("MatMul", heads("query", true), x.turned(heads("key", true), 0, 1, 3, 2)), x.Scalar(1/math.Sqrt(float64(size))))
	shares := x.With("Softmax", []*protos.AttributeProto{modelfile.Int("axis", -1)}, x.Op("Add", scores, x.Constant(mask, int64(t), int64(t))))
	mixed := x.Op("Reshape", x.turned(x.Op("MatMul", shares, heads("value", false)), 0, 2, 1, 3), x.Ints(0, 0, int64(c.Width)))
	return x.affine(scope+"/output/dense", mixed, c.Width, c.Width)
}

// turned permutes the axes of v.
func (x *exporter) turned(v string, axes ...int64) string {
	order := &protos.AttributeProto{Name: "perm", Type: protos.AttributeProto_INTS, Ints: axes}
	return x.With("Transpose", []*protos.AttributeProto{order}, v)
}

// rotated applies the rotary position encoding to v [N,T,heads,size].
func (x *exporter) rotated(v string, size int) string {
	t, half := x.model.Steps, size/2
	cos, sin := make([]float64, t*half), make([]float64, t*half)
	for i := range cos {
		sin[i], cos[i] = math.Sincos(float64(i/half) * math.Pow(rotationBase, -2*float64(i%half)/float64(size)))
	}
	c, s := x.Constant(cos, int64(t), 1, int64(half)), x.Constant(sin, int64(t), 1, int64(half))
	a, b := x.part(v, -1, 0, half), x.part(v, -1, half, size)
	return x.With("Concat", []*protos.AttributeProto{modelfile.Int("axis", -1)},
		x.Op("Sub", x.Op("Mul", a, c), x.Op("Mul", b, s)), x.Op("Add", x.Op("Mul", a, s), x.Op("Mul", b, c)))
}

// outputs converts y [N,T,K] to target units, applies the output function of the loss, and declares the
// outputs.
func (x *exporter) outputs(e *encode.Encoding, y string) {
	n, loss := x.model.Normalization, x.model.Config.Loss
	if n.Scale != nil {
		shifts, scales := n.TargetShifts, n.TargetScales
		if scales == nil {
			shifts, scales = []float64{n.TargetShift}, []float64{n.TargetScale}
		}
		y = x.Op("Add", x.Op("Mul", y, x.Constant(scales, int64(len(scales)))), x.Constant(shifts, int64(len(shifts))))
	}
	switch {
	case loss.Is(task.KindLogistic):
		y = x.Op("Sigmoid", y)
	case loss.Is(task.KindSoftmax):
		y = x.With("Softmax", []*protos.AttributeProto{modelfile.Int("axis", -1)}, y)
	case loss.Is(task.KindPoisson):
		y = x.Op("Exp", y)
	case loss.Is(task.KindCustom):
		x.err = fmt.Errorf("the loss %s is a Go function, which cannot be exported (want one of %v)", loss, task.Kinds())
		return
	}
	k, classes := x.model.Outputs(), e.WithoutTarget() != nil && len(e.Classes()) > 0
	if classes && k == 1 {
		k = 2
		y = x.With("Concat", []*protos.AttributeProto{modelfile.Int("axis", -1)}, x.Op("Sub", x.Scalar(1), y), y)
	}
	axes := []any{"N", x.model.Steps, k}
	if x.model.Steps == 1 {
		y, axes = x.Op("Squeeze", y, x.Ints(1)), []any{"N", k}
	}
	name := "prediction"
	switch {
	case classes:
		name = "probabilities"
		x.label(e.Classes(), y, axes)
	case e != nil && e.Target != nil:
		name = e.Target.Name
	}
	x.output(name, y, double, axes)
}

// label adds the output "label", the class with the largest probability.
func (x *exporter) label(classes []string, y string, axes []any) {
	best := x.With("ArgMax", []*protos.AttributeProto{modelfile.Int("axis", -1), modelfile.Int("keepdims", 0)}, y)
	x.output("label", x.Op("Gather", x.Strings(classes), best), int32(protos.TensorProto_STRING), axes[:len(axes)-1])
}

// output declares value as an output. It appends "_predicted" to the name if an input has the same name.
func (x *exporter) output(name, value string, elem int32, axes []any) {
	for _, in := range x.Graph.Input {
		if in.Name == name {
			x.output(name+"_predicted", value, elem, axes)
			return
		}
	}
	x.named("Identity", name, value)
	x.Graph.Output = append(x.Graph.Output, modelfile.ValueInfo(name, elem, "", axes...))
}
