package trees

import (
	"math"
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/support/xslices"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// columnOperations maps the operations that are supported before and after trees.
var columnOperations = map[string]func(c *columnCall) (cells, error){
	"Identity": same, "Reshape": reshaped, "Flatten": same, "Squeeze": reshaped, "Cast": cast, "Concat": concat, "FeatureVectorizer": concat,
	"Scaler": scaled, "Imputer": imputed, "OneHotEncoder": hotEncoded, "LabelEncoder": labelled, "ArrayFeatureExtractor": gathered, "Gather": gathered,
	"Add": func(c *columnCall) (cells, error) { return c.two(func(a, b float64) float64 { return a + b }) },
	"Sub": func(c *columnCall) (cells, error) { return c.two(func(a, b float64) float64 { return a - b }) },
	"Mul": func(c *columnCall) (cells, error) { return c.two(func(a, b float64) float64 { return a * b }) },
	"Div": func(c *columnCall) (cells, error) { return c.two(func(a, b float64) float64 { return a / b }) },
	"Max": func(c *columnCall) (cells, error) { return c.two(math.Max) },
	"Min": func(c *columnCall) (cells, error) { return c.two(math.Min) },
	"Sum": summed,
	"Sigmoid": func(c *columnCall) (cells, error) {
		return c.each(func(_ int, v float64) float64 { return sigmoid(v) })
	},
	"Neg": func(c *columnCall) (cells, error) { return c.each(func(_ int, v float64) float64 { return -v }) },
	"Exp": func(c *columnCall) (cells, error) {
		return c.each(func(_ int, v float64) float64 { return math.Exp(v) })
	},
	"Log": func(c *columnCall) (cells, error) {
		return c.each(func(_ int, v float64) float64 { return math.Log(v) })
	},
	"Softmax": softened,
}

func same(c *columnCall) (cells, error) {
	if len(c.in) == 0 {
		return c.refuse("has no input; the file is damaged")
	}
	return c.in[0], nil
}

// reshaped returns its input unchanged. It rejects shapes that would change the number of columns.
func reshaped(c *columnCall) (cells, error) {
	if len(c.in) > 1 {
		if to := c.in[1].flat(); c.node.OpType == "Reshape" && len(to) > 0 && len(to) <= 2 {
			if last := to[len(to)-1]; len(to) == 2 && last > 0 && int(last) != c.in[0].width() || len(to) == 1 && c.in[0].width() > 1 {
				return c.refuse("changes the shape to %v, but must keep rows of %d columns", to, c.in[0].width())
			}
		}
	}
	return same(c)
}

func cast(c *columnCall) (cells, error) {
	to := protos.TensorProto_DataType(standard.Attribute(c.node, "to").GetI())
	in, err := same(c)
	if err != nil {
		return in, err
	}
	switch {
	case to == protos.TensorProto_STRING && in.texts == nil:
		out := cells{owner: in.owner}
		for _, column := range in.numbers {
			out.texts = append(out.texts, xslices.Map(column, label))
		}
		return out, nil
	case in.texts != nil && to != protos.TensorProto_STRING:
		return c.refuse("converts text to numbers, which is unsupported")
	case in.texts != nil:
		return in, nil
	}
	in.single = to == protos.TensorProto_FLOAT
	whole := to == protos.TensorProto_INT64 || to == protos.TensorProto_INT32
	return c.made(in, func(k, i int) float64 {
		v := in.numbers[k][min(i, len(in.numbers[k])-1)]
		switch {
		case whole:
			return math.Trunc(v)
		case to == protos.TensorProto_BOOL && v != 0:
			return 1
		}
		return v
	}), nil
}

func concat(c *columnCall) (cells, error) {
	out := cells{single: true}
	for _, in := range c.in {
		out.owner, out.single = append(out.owner, in.owner...), out.single && in.single
		out.numbers, out.texts = append(out.numbers, in.numbers...), append(out.texts, in.texts...)
	}
	if out.numbers != nil && out.texts != nil {
		return c.refuse("joins numbers with text; the file is damaged")
	}
	return out, nil
}

func scaled(c *columnCall) (cells, error) {
	offset, scale := c.list("offset", 0), c.list("scale", 1)
	if len(c.in) > 0 {
		c.in[0].single = true
	}
	return c.each(func(k int, v float64) float64 { return float64(float32(v)-float32(offset(k))) * scale(k) })
}

func imputed(c *columnCall) (cells, error) {
	values, replaced := c.list("imputed_value_floats", math.NaN()), float64(standard.Attribute(c.node, "replaced_value_float").GetF())
	if whole := standard.Attribute(c.node, "imputed_value_int64s").GetInts(); len(whole) > 0 {
		values = func(k int) float64 { return float64(whole[min(k, len(whole)-1)]) }
		replaced = float64(standard.Attribute(c.node, "replaced_value_int64").GetI())
	}
	return c.each(func(k int, v float64) float64 {
		if v == replaced || v != v && replaced != replaced {
			return values(k)
		}
		return v
	})
}

// hotEncoded one-hot encodes each column. An unknown category becomes zeros.
func hotEncoded(c *columnCall) (cells, error) {
	in, err := same(c)
	if err != nil {
		return in, err
	}
	var is []func(k, i int) bool
	for _, text := range standard.Attribute(c.node, "cats_strings").GetStrings() {
		is = append(is, func(k, i int) bool { return in.texts != nil && in.texts[k][i] == string(text) })
	}
	for _, v := range standard.Attribute(c.node, "cats_int64s").GetInts() {
		is = append(is, func(k, i int) bool { return in.texts == nil && math.Trunc(in.numbers[k][i]) == float64(v) })
	}
	out := cells{single: true}
	for k := range in.width() {
		for _, hot := range is {
			column := make([]float64, c.n)
			for i := range column {
				if hot(k, i) {
					column[i] = 1
				}
			}
			out.numbers, out.owner = append(out.numbers, column), append(out.owner, in.owner[k])
		}
	}
	return out, nil
}

// labelled maps the keys of a LabelEncoder to numbers.
func labelled(c *columnCall) (cells, error) {
	in, err := same(c)
	if err != nil {
		return in, err
	}
	var keys []string
	for _, key := range standard.Attribute(c.node, "keys_strings").GetStrings() {
		keys = append(keys, string(key))
	}
	for _, key := range standard.Attribute(c.node, "keys_int64s").GetInts() {
		keys = append(keys, label(float64(key)))
	}
	for _, key := range standard.FloatsOf(c.node, "keys_floats") {
		keys = append(keys, label(key))
	}
	values, otherwise := standard.FloatsOf(c.node, "values_floats"), float64(standard.Attribute(c.node, "default_float").GetF())
	if whole := standard.Attribute(c.node, "values_int64s").GetInts(); len(whole) > 0 {
		values = append(values, xslices.Map(whole, func(v int64) float64 { return float64(v) })...)
		otherwise = float64(standard.Attribute(c.node, "default_int64").GetI())
	}
	if len(keys) == 0 || len(keys) != len(values) {
		return c.refuse("maps %d keys to %d numbers, want the same number of both, at least 1", len(keys), len(values))
	}
	places := map[string]float64{}
	for i, key := range slices.Backward(keys) {
		places[key] = values[i]
	}
	return c.made(cells{owner: in.owner, numbers: make([][]float64, in.width())}, func(k, i int) float64 {
		key := ""
		if in.texts != nil {
			key = in.texts[k][i]
		} else {
			key = label(in.numbers[k][i])
		}
		if v, found := places[key]; found {
			return v
		}
		return otherwise
	}), nil
}

// gathered selects columns of the first input.
func gathered(c *columnCall) (cells, error) {
	if len(c.in) != 2 || c.node.OpType == "Gather" && standard.Attribute(c.node, "axis").GetI() != 1 {
		return c.refuse("has %d inputs, or selects rows; it must select columns by constant numbers", len(c.in))
	}
	in := c.in[0]
	out := cells{single: in.single}
	for _, v := range c.in[1].flat() {
		k := int(v)
		if k < 0 || k >= in.width() {
			return c.refuse("reads column %d of %d; the file is damaged", k, in.width())
		}
		out.owner = append(out.owner, in.owner[k])
		if in.texts != nil {
			out.texts = append(out.texts, in.texts[k])
		} else {
			out.numbers = append(out.numbers, in.numbers[k])
		}
	}
	return out, nil
}

func summed(c *columnCall) (cells, error) {
	sum, err := same(c)
	for i := 1; i < len(c.in) && err == nil; i++ {
		sum, err = (&columnCall{c.node, []cells{sum, c.in[i]}, c.n}).two(func(a, b float64) float64 { return a + b })
	}
	return sum, err
}

func softened(c *columnCall) (cells, error) {
	in, err := same(c)
	if err != nil || in.texts != nil {
		return c.refuse("has no numbers as input; the file is damaged")
	}
	in.owner = slices.Repeat([]int{mixed}, in.width())
	rows := make([][]float64, c.n)
	for i := range rows {
		for k := range in.numbers {
			rows[i] = append(rows[i], in.numbers[k][i])
		}
		softmax(rows[i])
	}
	return c.made(in, func(k, i int) float64 { return rows[i][k] }), nil
}
