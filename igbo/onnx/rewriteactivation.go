package onnx

import "github.com/gomlx/compute-onnx/support/protos"

// rewritings are those of the operations that have one.
var rewritings = map[string]rewriting{
	"Softplus": func(r *rewriter, n *protos.NodeProto) (string, error) { return r.softplus(n.Input[0]), nil },
	"Mish": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.op("Mul", n.Input[0], r.op("Tanh", r.softplus(n.Input[0]))), nil
	},
	"Softsign": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.op("Div", n.Input[0], r.op("Add", r.number(1), r.op("Abs", n.Input[0]))), nil
	},
	"Swish": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.op("Mul", n.Input[0], r.op("Sigmoid", r.op("Mul", n.Input[0], r.number(float(n, "alpha", 1))))), nil
	},
	"HardSigmoid": func(r *rewriter, n *protos.NodeProto) (string, error) {
		line := r.op("Add", r.op("Mul", n.Input[0], r.number(float(n, "alpha", 0.2))), r.number(float(n, "beta", 0.5)))
		return r.op("Max", r.op("Min", line, r.number(1)), r.number(0)), nil
	},
	"ThresholdedRelu": func(r *rewriter, n *protos.NodeProto) (string, error) {
		above := r.op("Greater", n.Input[0], r.number(float(n, "alpha", 1)))
		return r.op("Where", above, n.Input[0], r.number(0)), nil
	},
	"LeakyRelu": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.negative(n.Input[0], r.op("Mul", n.Input[0], r.number(float(n, "alpha", 0.01)))), nil
	},
	"PRelu": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.negative(n.Input[0], r.op("Mul", n.Input[0], n.Input[1])), nil
	},
	"Elu": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.elu(n.Input[0], float(n, "alpha", 1), 1), nil
	},
	"Celu": func(r *rewriter, n *protos.NodeProto) (string, error) {
		a := float(n, "alpha", 1)
		return r.elu(n.Input[0], a, a), nil
	},
	"Selu": func(r *rewriter, n *protos.NodeProto) (string, error) {
		y := r.elu(n.Input[0], float(n, "alpha", 1.6732631921768188), 1)
		return r.op("Mul", y, r.number(float(n, "gamma", 1.0507010221481323))), nil
	},
	"LogSoftmax": func(r *rewriter, n *protos.NodeProto) (string, error) {
		axis := int64(-1)
		if a := attribute(n, "axis"); a != nil {
			axis = a.I
		}
		axes := []*protos.AttributeProto{whole("axes", axis), whole("keepdims", 1)}
		z := r.op("Sub", n.Input[0], r.with("ReduceMax", axes, n.Input[0]))
		return r.op("Sub", z, r.op("Log", r.with("ReduceSum", axes, r.op("Exp", z)))), nil
	},
	"Sum": func(r *rewriter, n *protos.NodeProto) (string, error) { return r.total(n), nil },
	"Mean": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.op("Div", r.total(n), r.number(float64(len(n.Input)))), nil
	},
	"Tan": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.op("Div", r.op("Sin", n.Input[0]), r.op("Cos", n.Input[0])), nil
	},
	"ReduceL1": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.sum(n, r.op("Abs", n.Input[0])), nil
	},
	"ReduceSumSquare": func(r *rewriter, n *protos.NodeProto) (string, error) {
		return r.sum(n, r.op("Mul", n.Input[0], n.Input[0])), nil
	},
	"AveragePool": unpadded, "MaxPool": unpadded,
	"Gelu": func(r *rewriter, n *protos.NodeProto) (string, error) {
		if text(n, "approximate", "none") == "tanh" {
			return r.op("FastGelu", n.Input[0]), nil
		}
		return r.with("Gelu", n.Attribute, n.Input...), nil
	},
	"Slice": slice, "Scaler": scaler, "LinearRegressor": linearRegressor, "LinearClassifier": linearClassifier, "Normalizer": normalizer,
}

// softplus is log(1 + exp(x)), of large |x| too: max(x, 0) + log(1 + exp(−|x|)).
func (r *rewriter) softplus(x string) string {
	small := r.op("Exp", r.op("Neg", r.op("Abs", x)))
	return r.op("Add", r.op("Max", x, r.number(0)), r.op("Log", r.op("Add", r.number(1), small)))
}

// elu is x, and α·(exp(x/β) − 1) for x < 0.
func (r *rewriter) elu(x string, alpha, beta float64) string {
	exponent := r.op("Div", r.op("Min", x, r.number(0)), r.number(beta))
	return r.negative(x, r.op("Mul", r.number(alpha), r.op("Sub", r.op("Exp", exponent), r.number(1))))
}

// negative is x, and y for x < 0.
func (r *rewriter) negative(x, y string) string {
	return r.op("Where", r.op("Less", x, r.number(0)), y, x)
}

// sum is a ReduceSum with the settings of another reduction.
func (r *rewriter) sum(n *protos.NodeProto, x string) string {
	return r.with("ReduceSum", n.Attribute, append([]string{x}, n.Input[1:]...)...)
}

// total is the sum of the inputs.
func (r *rewriter) total(n *protos.NodeProto) string {
	total := r.op("Identity", n.Input[0])
	for _, in := range n.Input[1:] {
		total = r.op("Add", total, in)
	}
	return total
}

// unpadded refuses pools of padded ends: the importer averages and compares with the padding.
func unpadded(r *rewriter, n *protos.NodeProto) (string, error) {
	for _, pad := range attribute(n, "pads").GetInts() {
		if pad != 0 {
			return "", &UnsupportedError{opName(n), n.Name, "pools padded ends, which is not converted: leave the padding out, or pad by an operation of its own before it"}
		}
	}
	return r.with(n.OpType, n.Attribute, n.Input...), nil
}
