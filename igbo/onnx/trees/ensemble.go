package trees

import (
	"math"
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
	"github.com/igbolab/igbolab/igbo/shapley"
)

// An ensemble is one tree operation of the file.
type ensemble struct {
	node       *protos.NodeProto
	trees      []shapley.Tree
	base       []float64
	margins    int
	lastColumn int
	output     string // name of the numeric output

	post  string // transformation of the sums
	pair  bool   // one sum for two classes
	above bool   // all leaf weights are non-negative, so the sum is the probability of the second class
}

// modes maps the names of split comparisons.
var modes = map[string]shapley.Mode{
	"BRANCH_LEQ": shapley.LessOrEqual, "BRANCH_LT": shapley.Less, "BRANCH_GTE": shapley.GreaterOrEqual, "BRANCH_GT": shapley.Greater,
	"BRANCH_EQ": shapley.Equal, "BRANCH_NEQ": shapley.NotEqual, "LEAF": shapley.Leaf,
}

// doubles returns a list attribute of numbers, stored as float32 or as a tensor of doubles.
func doubles(n *protos.NodeProto, name string) []float64 {
	if t := standard.Attribute(n, name+"_as_tensor").GetT(); t != nil {
		if c, err := constant(t); err == nil {
			return c.flat()
		}
	}
	return standard.FloatsOf(n, name)
}

// readTrees reads a TreeEnsembleRegressor or TreeEnsembleClassifier.
func readTrees(n *protos.NodeProto) (*ensemble, error) {
	if n.OpType == "TreeEnsemble" {
		return nil, standard.Refuse(n, "is unsupported, want TreeEnsembleRegressor or TreeEnsembleClassifier (export with target_opset={'': 18, 'ai.onnx.ml': 3})")
	}
	prefix, classifier := "target_", n.OpType == "TreeEnsembleClassifier"
	e := &ensemble{node: n, output: n.Output[0], post: standard.Text(n, "post_transform"), margins: int(standard.Attribute(n, "n_targets").GetI())}
	if classifier {
		prefix = "class_"
		e.margins = max(len(standard.Attribute(n, "classlabels_int64s").GetInts()), len(standard.Attribute(n, "classlabels_strings").GetStrings()))
		if len(n.Output) < 2 || n.Output[1] == "" {
			return nil, standard.Refuse(n, "has no output with scores, want probabilities (labels cannot be split into contributions)")
		}
		e.output = n.Output[1]
	}
	if !slices.Contains([]string{"", "NONE", "LOGISTIC", "SOFTMAX"}, e.post) {
		return nil, standard.Refuse(n, "has the transformation %.60q, want NONE, LOGISTIC or SOFTMAX", e.post)
	}
	aggregate := standard.Text(n, "aggregate_function")
	if aggregate != "" && aggregate != "SUM" && aggregate != "AVERAGE" {
		return nil, standard.Refuse(n, "combines its trees with %.60q, want SUM or AVERAGE (pass the model as a program with --command)", aggregate)
	}
	ids, weights := standard.Attribute(n, prefix+"ids").GetInts(), doubles(n, prefix+"weights")
	if classifier && e.margins == 2 && len(ids) > 0 && !slices.ContainsFunc(ids, func(id int64) bool { return id != ids[0] }) {
		e.pair, e.margins = true, 1
		e.above = !slices.ContainsFunc(weights, func(w float64) bool { return w < 0 })
		ids = make([]int64, len(ids))
	}
	if err := e.grow(ids, weights, prefix); err != nil {
		return nil, err
	}
	if aggregate == "AVERAGE" {
		for _, tree := range e.trees {
			for i := range tree {
				for k := range tree[i].Outputs {
					tree[i].Outputs[k] /= float64(len(e.trees))
				}
			}
		}
	}
	base := doubles(n, "base_values")
	e.base = make([]float64, max(e.margins, 1))
	switch {
	case len(base) == len(e.base):
		copy(e.base, base)
	case e.pair && len(base) == 2:
		e.base[0] = base[1]
	case len(base) != 0:
		return nil, standard.Refuse(n, "has %d base values for %d sums; the file is damaged", len(base), len(e.base))
	}
	return e, nil
}

// grow builds the trees from the operation's lists of nodes and leaves.
func (e *ensemble) grow(ids []int64, weights []float64, prefix string) error {
	n := e.node
	list := func(name string) []int64 { return standard.Attribute(n, name).GetInts() }
	trees, nodes := list("nodes_treeids"), list("nodes_nodeids")
	columns, yes, no, missing := list("nodes_featureids"), list("nodes_truenodeids"), list("nodes_falsenodeids"), list("nodes_missing_value_tracks_true")
	values, words := doubles(n, "nodes_values"), standard.Attribute(n, "nodes_modes").GetStrings()
	leafTrees, leafNodes := list(prefix+"treeids"), list(prefix+"nodeids")
	size := len(trees)
	if size == 0 || e.margins < 1 || len(nodes) != size || len(columns) != size || len(yes) != size || len(no) != size || len(values) != size || len(words) != size ||
		len(missing) != 0 && len(missing) != size || len(leafTrees) != len(ids) || len(leafNodes) != len(ids) || len(weights) != len(ids) {
		return standard.Refuse(n, "has lists of nodes of different lengths (%d nodes); the file is damaged", size)
	}
	type place struct{ tree, node int64 }
	at, leaves, led := map[place]int{}, map[place][]float64{}, map[place]bool{}
	for i := range trees {
		at[place{trees[i], nodes[i]}] = i
		if string(words[i]) != "LEAF" {
			led[place{trees[i], yes[i]}], led[place{trees[i], no[i]}] = true, true
		}
	}
	for i, id := range ids {
		p := place{leafTrees[i], leafNodes[i]}
		if id < 0 || int(id) >= e.margins {
			return standard.Refuse(n, "has a leaf for output %d of %d; the file is damaged", id, e.margins)
		}
		if leaves[p] == nil {
			leaves[p] = make([]float64, e.margins)
		}
		leaves[p][id] += weights[i]
	}
	var tree shapley.Tree
	left := size
	var grow func(p place) (int32, error)
	grow = func(p place) (int32, error) {
		i, found := at[p]
		mode, known := modes[string(words[i])]
		left--
		switch {
		case !found:
			return 0, standard.Refuse(n, "has no node %d in tree %d; the file is damaged", p.node, p.tree)
		case !known:
			return 0, standard.Refuse(n, "has the unknown mode %.60q in node %d of tree %d; the file is damaged", words[i], p.node, p.tree)
		case left < 0:
			return 0, standard.Refuse(n, "has a cycle at node %d of tree %d; the file is damaged", p.node, p.tree)
		case columns[i] < 0 || columns[i] > math.MaxInt32:
			return 0, standard.Refuse(n, "reads the invalid column %d in node %d of tree %d; the file is damaged", columns[i], p.node, p.tree)
		}
		here := int32(len(tree))
		split := shapley.Split{Mode: mode, Column: int32(columns[i]), Value: values[i], MissingTrue: len(missing) > 0 && missing[i] != 0}
		if mode == shapley.Leaf {
			split.Column, split.Outputs = 0, leaves[p]
			if split.Outputs == nil {
				split.Outputs = make([]float64, e.margins)
			}
			tree = append(tree, split)
			return here, nil
		}
		e.lastColumn = max(e.lastColumn, int(columns[i]))
		tree = append(tree, split)
		var err error
		if split.True, err = grow(place{p.tree, yes[i]}); err != nil {
			return 0, err
		}
		if split.False, err = grow(place{p.tree, no[i]}); err != nil {
			return 0, err
		}
		tree[here] = split
		return here, nil
	}
	for i := range trees {
		p := place{trees[i], nodes[i]}
		if led[p] {
			continue
		}
		tree = nil
		if _, err := grow(p); err != nil {
			return err
		}
		e.trees = append(e.trees, tree)
	}
	return nil
}

// transformed applies the output transformation to the operation's sums, which start at column from.
func (e *ensemble) transformed(margins [][]float64, from int) cells {
	k := e.margins
	if e.pair {
		k = 2
	}
	out := cells{numbers: make([][]float64, k), owner: make([]int, k), single: true}
	for c := range out.numbers {
		out.numbers[c] = make([]float64, len(margins))
	}
	for i, row := range margins {
		s := slices.Clone(row[from : from+e.margins])
		switch {
		case e.pair && e.above:
			s = []float64{1 - s[0], s[0]}
		case e.pair && e.post == "LOGISTIC":
			s = []float64{sigmoid(-s[0]), sigmoid(s[0])}
		case e.pair && e.post == "SOFTMAX":
			s = softmax([]float64{-s[0], s[0]})
		case e.pair:
			s = []float64{-s[0], s[0]}
		case e.post == "LOGISTIC":
			for j := range s {
				s[j] = sigmoid(s[j])
			}
		case e.post == "SOFTMAX":
			s = softmax(s)
		}
		for c, v := range s {
			out.numbers[c][i] = v
		}
	}
	return out
}

func sigmoid(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

func softmax(v []float64) []float64 {
	largest, sum := slices.Max(v), 0.0
	for i := range v {
		v[i] = math.Exp(v[i] - largest)
		sum += v[i]
	}
	for i := range v {
		v[i] /= sum
	}
	return v
}
