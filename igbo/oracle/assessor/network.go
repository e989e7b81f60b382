package assessor

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"
)

// A layer is an affine map of a trained network, with weights [In,Out] and biases [Out].
type layer struct {
	In, Out         int
	Weights, Biases []float32
}

// affine holds the nodes of a layer.
type affine struct{ weights, biases *Node }

// widths returns the layer widths of a classifier, from the inputs to the logit.
func widths(in, hidden int) []int { return []int{in, hidden, hidden, 1} }

// variables creates the variables of a network, drawn uniformly from ±1/√in.
func variables(scope *model.Scope, dtype dtypes.DType, g *Graph, widths []int) []affine {
	var layers []affine
	for i, in := range widths[:len(widths)-1] {
		out, scope := widths[i+1], scope.In("layer_%d", i)
		scope = scope.WithInitializer(fanIn(scope, in))
		layers = append(layers, affine{
			scope.VariableWithShape("weights", shapes.Make(dtype, in, out)).NodeValue(g),
			scope.VariableWithShape("biases", shapes.Make(dtype, out)).NodeValue(g),
		})
	}
	return layers
}

// constants adds the layers of a trained network to a graph as constants.
func constants(g *Graph, dtype dtypes.DType, layers []layer) []affine {
	return xslices.Map(layers, func(l layer) affine {
		w := ConstTensor(g, tensors.FromFlatDataAndDimensions(l.Weights, l.In, l.Out))
		b := ConstTensor(g, tensors.FromFlatDataAndDimensions(l.Biases, l.Out))
		return affine{ConvertDType(w, dtype), ConvertDType(b, dtype)}
	})
}

// perceptron applies the layers with the activation x·σ(x) between them. It maps x [N, in] to [N, out].
func perceptron(x *Node, layers []affine) *Node {
	for i, l := range layers {
		if i > 0 {
			x = activation.Swish(x)
		}
		x = Add(Dot(x, l.weights).Product(), Reshape(l.biases, 1, l.biases.Shape().Dim(0)))
	}
	return x
}

// logits applies a classifier. It maps x [N, in] to [N].
func logits(x *Node, layers []affine) *Node { return Squeeze(perceptron(x, layers), -1) }

// fanIn initialises variables uniformly from ±1/√in.
func fanIn(scope *model.Scope, in int) model.VariableInitializer {
	bound := 1 / sqrt(in)
	return initializer.RandomUniformFn(scope, -bound, bound)
}

// learned reads the layers of a network from a model's variables below a scope.
func learned(values map[string]*tensors.Tensor, below string, widths []int) ([]layer, error) {
	var layers []layer
	for i, in := range widths[:len(widths)-1] {
		l := layer{In: in, Out: widths[i+1]}
		for name, to := range map[string]*[]float32{"weights": &l.Weights, "biases": &l.Biases} {
			path := fmt.Sprintf("%s/layer_%d/%s", below, i, name)
			value, found := values[path]
			if !found {
				return nil, fmt.Errorf("assessor: the trained network has no variable %s", path)
			}
			flat, err := tensors.CopyFlatData[float32](value)
			if err != nil {
				return nil, fmt.Errorf("assessor: %s: %w", path, err)
			}
			*to = flat
		}
		layers = append(layers, l)
	}
	return layers, nil
}
