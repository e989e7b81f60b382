package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// balanced is the value for class weights with which all classes count equally.
const balanced = "balanced"

// namedWeights parses CLASS:WEIGHT,…. It returns nil for no weights and for balanced.
func (r *training) namedWeights() (map[string]float64, error) {
	if r.classWeights == "" || r.classWeights == balanced {
		return nil, nil
	}
	weights := map[string]float64{}
	for _, part := range strings.Split(r.classWeights, ",") {
		at := strings.LastIndex(part, ":")
		if at < 0 {
			return nil, fmt.Errorf("--set class_weights must be %s or CLASS:WEIGHT,…, got %.60q", balanced, part)
		}
		class := table.Composed(strings.TrimSpace(part[:at]))[0]
		w, err := strconv.ParseFloat(strings.TrimSpace(part[at+1:]), 64)
		if _, twice := weights[class]; twice {
			return nil, fmt.Errorf("--set class_weights: class %.60q occurs twice, but must occur once", class)
		}
		if err != nil || !(w >= 1e-6 && w <= 1e6) {
			return nil, fmt.Errorf("--set class_weights=%.60q: the weight must be a number from 1e-6 to 1e6", part)
		}
		weights[class] = w
	}
	return weights, nil
}

// weightsOf returns the weights of the classes of a table, or nil without weights. Balanced weights are N/(K·N_k), for N rows
// with a target and N_k rows of class k.
func (r *training) weightsOf(classes []string, t *table.Table) ([]float64, error) {
	named, err := r.namedWeights()
	if err != nil || r.classWeights == "" {
		return nil, err
	}
	if len(classes) == 0 {
		return nil, fmt.Errorf("--set class_weights requires a target with classes, but %.60q is numeric; use --classes to treat its numbers as classes", r.spec.Target)
	}
	for class := range named {
		if !slices.Contains(classes, class) {
			return nil, fmt.Errorf("--set class_weights: class %.60q not found in column %.60q, want one of %s", class, r.spec.Target, table.ListNames(classes))
		}
	}
	weights := make([]float64, len(classes))
	if named == nil {
		target, total := t.Column(r.spec.Target), 0.0
		for i := range target.Values {
			if !target.Missing(i) {
				weights[slices.Index(classes, target.Text(i))]++
				total++
			}
		}
		for k, n := range weights {
			weights[k] = total / (n * float64(len(classes)))
		}
		return weights, nil
	}
	for k, class := range classes {
		weights[k] = 1
		if w, is := named[class]; is {
			weights[k] = w
		}
	}
	return weights, nil
}
