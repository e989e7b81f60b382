package operator

import (
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// learned lists the operations of the domain ai.onnx.ml whose coefficients are attributes, not weights.
var learned = map[string]operation{
	"ai.onnx.ml.Scaler": one(func(c *call) *Node {
		x := floating(c.in(0))
		if offset := c.floats("offset"); len(offset) > 0 {
			x = Sub(x, c.columns(x, offset, "offsets"))
		}
		if scale := c.floats("scale"); len(scale) > 0 {
			x = Mul(x, c.columns(x, scale, "scales"))
		}
		return Identity(x)
	}),
	"ai.onnx.ml.Normalizer": one(func(c *call) *Node {
		x := floating(c.in(0))
		last := x.Rank() - 1
		var size *Node
		switch norm := c.text("norm"); norm {
		case "MAX":
			size = keepDims(ReduceMax, x, last)
		case "L1":
			size = keepDims(ReduceSum, Abs(x), last)
		case "L2":
			size = Sqrt(keepDims(ReduceSum, Mul(x, x), last))
		default:
			c.refuse("has the norm %q, want MAX, L1 or L2", norm)
		}
		return Div(x, choose(Equal(size, number(size, 0)), number(size, 1), size))
	}),
	"ai.onnx.ml.Imputer": one(func(c *call) *Node {
		x, values := c.in(0), c.floats("imputed_value_floats")
		if !x.DType().IsFloat() || len(values) == 0 {
			c.refuse("must replace missing values of floats by imputed_value_floats; other inputs are unsupported (export the model without it, and fill missing values in the data)")
		}
		missing := Equal(x, number(x, c.float("replaced_value_float")))
		if math.IsNaN(c.float("replaced_value_float")) {
			missing = NotEqual(x, x)
		}
		return choose(missing, c.columns(x, values, "values"), x)
	}),
	"ai.onnx.ml.FeatureVectorizer": one(func(c *call) *Node {
		xs := c.all()
		for i, x := range xs {
			xs[i] = floating(x)
		}
		return Concatenate(xs, -1)
	}),
	"ai.onnx.ml.SVMRegressor": one(supportVectors),
}

// floating converts integers to floats.
func floating(x *Node) *Node {
	if x.DType().IsFloat() {
		return x
	}
	return ConvertDType(x, dtypes.Float32)
}

// columns returns the values as a constant that broadcasts over the columns of x. There must be one value, or
// one per column.
func (c *call) columns(x *Node, values []float64, what string) *Node {
	if n := len(values); n != 1 && n != x.Shape().Dim(-1) {
		c.refuse("has %d %s for %d columns; the file is damaged", n, what, x.Shape().Dim(-1))
	}
	return constant.Of(x, values, append(slices.Repeat([]int{1}, x.Rank()-1), len(values))...)
}

// supportVectors computes Σ c_i·k(x, v_i) + ρ over the support vectors v_i.
func supportVectors(c *call) *Node {
	x, weights, rho, n := floating(c.in(0)), c.floats("coefficients"), c.floats("rho"), c.int("n_supports")
	if c.text("post_transform") != "NONE" || c.flag("one_class") {
		c.refuse("has the post_transform %.60q, want NONE and a model without one_class (export a regressor without post_transform)", c.text("post_transform"))
	}
	d := x.Shape().Dim(-1)
	if len(rho) == 0 || n > 0 && (len(weights) != n || len(c.floats("support_vectors")) != n*d) || n == 0 && len(weights) != d {
		c.refuse("has %d coefficients and %d numbers of support vectors for %d columns; the file is damaged", len(weights), len(c.floats("support_vectors")), d)
	}
	k := x
	if n > 0 {
		k = c.kernel(x, constant.Of(x, c.floats("support_vectors"), n, d))
	}
	return AddScalar(Dot(k, constant.Of(x, weights, len(weights), 1)).Product(), rho[0])
}

// kernel computes k(x, v) for every row of x [N,D] and every row of v [S,D].
func (c *call) kernel(x, v *Node) *Node {
	p := append(c.floats("kernel_params"), 0, 0, 0)
	products := Einsum("nd,sd->ns", x, v)
	switch kind := c.text("kernel_type"); kind {
	case "LINEAR":
		return products
	case "POLY":
		base := AddScalar(MulScalar(products, p[0]), p[1])
		if p[2] == math.Trunc(p[2]) && p[2] >= 1 && p[2] <= 8 {
			return product(base, int(p[2]))
		}
		return Pow(base, number(base, p[2]))
	case "SIGMOID":
		return Tanh(AddScalar(MulScalar(products, p[0]), p[1]))
	case "RBF":
		apart := Sub(InsertAxes(x, 1), InsertAxes(v, 0))
		return Exp(MulScalar(ReduceSum(Mul(apart, apart), -1), -p[0]))
	default:
		c.refuse("has the kernel %q, want LINEAR, POLY, RBF or SIGMOID", kind)
		return nil
	}
}
