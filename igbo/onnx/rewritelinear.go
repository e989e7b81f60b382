package onnx

import (
	"cmp"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// linearRegressor computes x·W + b.
func linearRegressor(r *modelfile.Writer, n *protos.NodeProto) (string, error) {
	y, err := linear(r, n, standard.Attribute(n, "targets").GetI())
	if err != nil {
		return "", err
	}
	return after(r, n, y, 0)
}

// linearClassifier returns the class scores x·W + b after the operation's transformation. With one row of
// coefficients, the scores of the two classes are −s and s, or 1 − p and p after the logistic function.
func linearClassifier(r *modelfile.Writer, n *protos.NodeProto) (string, error) {
	rows := int64(len(standard.Attribute(n, "intercepts").GetFloats()))
	classes := int64(max(len(standard.Attribute(n, "classlabels_ints").GetInts()), len(standard.Attribute(n, "classlabels_strings").GetStrings())))
	rows = cmp.Or(rows, classes)
	if rows != classes && (rows != 1 || classes != 2) {
		return "", standard.Refuse(n, "has %d rows of coefficients for %d classes, want one row per class, or one row for two classes (the file is damaged)", rows, classes)
	}
	y, err := linear(r, n, rows)
	if err != nil {
		return "", err
	}
	return after(r, n, y, classes-rows)
}

// linear computes x·W + b with the given number of output columns.
func linear(r *modelfile.Writer, n *protos.NodeProto, rows int64) (string, error) {
	coefficients, intercepts := standard.FloatsOf(n, "coefficients"), standard.FloatsOf(n, "intercepts")
	if rows < 1 || len(coefficients) == 0 || int64(len(coefficients))%rows != 0 || len(intercepts) != 0 && int64(len(intercepts)) != rows {
		return "", standard.Refuse(n, "has %d coefficients and %d intercepts for %d outputs; the file is damaged", len(coefficients), len(intercepts), rows)
	}
	columns := int64(len(coefficients)) / rows
	turned := make([]float64, len(coefficients))
	for i := range rows {
		for j := range columns {
			turned[j*rows+i] = coefficients[i*columns+j]
		}
	}
	y := r.Op("MatMul", n.Input[0], r.Weights(turned, columns, rows))
	if len(intercepts) > 0 {
		y = r.Op("Add", y, r.Weights(intercepts, rows))
	}
	return y, nil
}

// after applies the post_transform of a linear model. If second is 1, the only score belongs to the second of
// two classes.
func after(r *modelfile.Writer, n *protos.NodeProto, y string, second int64) (string, error) {
	last := []*protos.AttributeProto{modelfile.Int("axis", -1)}
	both := func(first, second string) string { return r.With("Concat", last, first, second) }
	switch transform := standard.Text(n, "post_transform"); {
	case transform == "NONE" && second == 1:
		return both(r.Op("Neg", y), y), nil
	case transform == "NONE":
		return r.Op("Identity", y), nil
	case transform == "LOGISTIC" && second == 1:
		return both(r.Op("Sigmoid", r.Op("Neg", y)), r.Op("Sigmoid", y)), nil
	case transform == "LOGISTIC":
		return r.Op("Sigmoid", y), nil
	case transform == "SOFTMAX" && second == 1:
		return r.With("Softmax", last, both(r.Op("Neg", y), y)), nil
	case transform == "SOFTMAX":
		return r.With("Softmax", last, y), nil
	default:
		return "", standard.Refuse(n, "has the transformation %.60q, want NONE, LOGISTIC or SOFTMAX", transform)
	}
}
