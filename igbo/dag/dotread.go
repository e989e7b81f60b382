package dag

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"
)

// MaxDOT is the size of the largest file that ParseDOT reads, in bytes.
const MaxDOT = 64 << 20

// maxNested is how deep subgraphs may lie inside each other.
const maxNested = 20

// ParseDOT reads a directed graph in Graphviz's language, as DOT writes it or from
// elsewhere: an edge without the attributes of DOT gets P = 1, ε = 0.005 and δ = 2 (or
// ε, δ as given), μ and σ the middle and half width. Other attributes are passed over.
// The graph is checked as New does. Files are of MaxDOT bytes at most, and subgraphs lie
// inside each other 20 deep at most.
func ParseDOT(data []byte) (d *DAG, err error) {
	defer func() {
		if p := recover(); p != nil {
			d, err = nil, fmt.Errorf("dag: DOT: %v", p)
		}
	}()
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(data) > MaxDOT {
		return nil, fmt.Errorf("dag: DOT: the file has %d bytes, expected at most %d", len(data), MaxDOT)
	}
	file, err := dot.ParseBytes(data)
	if err != nil {
		return nil, fmt.Errorf("dag: DOT: %w", err)
	}
	if len(file.Graphs) != 1 || !file.Graphs[0].Directed {
		return nil, fmt.Errorf("dag: DOT: got %d graphs, expected one directed graph (digraph)", len(file.Graphs))
	}
	r := &dotReader{ids: map[string]int{}}
	if err := r.statements(file.Graphs[0].Stmts, 1); err != nil {
		return nil, err
	}
	d, err = New(r.features, r.edges, r.bounds, r.ties)
	if err != nil {
		return nil, err
	}
	return d.WithDirections(r.directions...)
}

type dotReader struct {
	features   []string
	ids        map[string]int
	edges      []Edge
	bounds     []Bound
	ties       []Tie
	directions []Direction
}

func (r *dotReader) statements(list []ast.Stmt, depth int) error {
	if depth > maxNested {
		return fmt.Errorf("dag: DOT: subgraphs lie more than %d deep, expected at most that", maxNested)
	}
	for _, s := range list {
		var err error
		switch s := s.(type) {
		case *ast.NodeStmt:
			err = r.node(s)
		case *ast.EdgeStmt:
			err = r.edgeChain(s)
		case *ast.Subgraph:
			err = r.statements(s.Stmts, depth+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *dotReader) id(name string) int {
	name = unquoteDOT(name)
	i, ok := r.ids[name]
	if !ok {
		i = len(r.features)
		r.ids[name] = i
		r.features = append(r.features, name)
	}
	return i
}

func unquoteDOT(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = strings.ReplaceAll(s[1:len(s)-1], `\"`, `"`)
	}
	return html.UnescapeString(s)
}

// numbers reads the attributes that DOT writes.
func numbers(what string, attrs []*ast.Attr) (map[string]float64, error) {
	out := map[string]float64{}
	for _, a := range attrs {
		switch key := unquoteDOT(a.Key); key {
		case "mu", "sigma", "p", "epsilon", "delta", "min", "max", "tie":
			x, err := strconv.ParseFloat(unquoteDOT(a.Val), 64)
			if err != nil {
				return nil, fmt.Errorf("dag: DOT: %s: got %s = %s, expected a number", what, key, a.Val)
			}
			out[key] = x
		}
	}
	return out, nil
}

func (r *dotReader) node(s *ast.NodeStmt) error {
	k := r.id(s.Node.ID)
	x, err := numbers(r.features[k], s.Attrs)
	if err != nil {
		return err
	}
	if err := r.directed(k, s.Attrs); err != nil {
		return err
	}
	lo, hasMin := x["min"]
	hi, hasMax := x["max"]
	if !hasMin && !hasMax {
		return nil
	}
	if !hasMin {
		lo = -1
	}
	if !hasMax {
		hi = 1
	}
	r.bounds = append(r.bounds, Bound{k, lo, hi})
	return nil
}

// edgeChain reads a -> b -> c [attributes].
func (r *dotReader) edgeChain(s *ast.EdgeStmt) error {
	from := s.From
	for to := s.To; to != nil; to = to.To {
		f, ok1 := from.(*ast.Node)
		t, ok2 := to.Vertex.(*ast.Node)
		if !ok1 || !ok2 {
			return fmt.Errorf("dag: DOT: got an edge with a subgraph at an end, expected features")
		}
		if err := r.edge(r.id(f.ID), r.id(t.ID), s.Attrs); err != nil {
			return err
		}
		from = to.Vertex
	}
	return nil
}

func (r *dotReader) edge(u, v int, attrs []*ast.Attr) error {
	x, err := numbers(r.features[u]+" -> "+r.features[v], attrs)
	if err != nil {
		return err
	}
	if within, ok := x["tie"]; ok {
		r.ties = append(r.ties, Tie{u, v, within})
		return nil
	}
	or := func(key string, otherwise float64) float64 {
		if v, ok := x[key]; ok {
			return v
		}
		return otherwise
	}
	delta := or("delta", widest)
	epsilon := or("epsilon", min(0.005, delta))
	r.edges = append(r.edges, Edge{
		U: u, V: v, Epsilon: epsilon, Delta: delta, P: or("p", 1),
		Mu: or("mu", (epsilon+delta)/2), Sigma: or("sigma", max(0, (delta-epsilon)/2)),
	})
	return nil
}
