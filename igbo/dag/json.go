package dag

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
)

//go:embed dag.schema.json
var schema []byte

// Schema returns the JSON Schema of the graph that MarshalJSON writes.
func Schema() []byte { return slices.Clone(schema) }

type jsonDAG struct {
	Features   []string         `json:"features"`
	Edges      []NamedEdge      `json:"edges"`
	Bounds     []jsonBound      `json:"bounds,omitempty"`
	Ties       []jsonTie        `json:"ties,omitempty"`
	Directions []namedDirection `json:"directions,omitempty"`
	Report     *Report          `json:"report,omitempty"`
}

// NamedEdge is an edge with feature names, as in JSON.
type NamedEdge struct {
	U       string  `json:"u"`
	V       string  `json:"v"`
	Mu      float64 `json:"mu"`
	Sigma   float64 `json:"sigma"`
	P       float64 `json:"p"`
	Epsilon float64 `json:"epsilon"`
	Delta   float64 `json:"delta"`
}

// NamedEdges returns the edges with feature names, in order. The result is never nil.
func (d *DAG) NamedEdges() []NamedEdge {
	named := make([]NamedEdge, len(d.Edges))
	for i, e := range d.Edges {
		named[i] = NamedEdge{d.Features[e.U], d.Features[e.V], e.Mu, e.Sigma, e.P, e.Epsilon, e.Delta}
	}
	return named
}

type jsonBound struct {
	Feature string  `json:"feature"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
}

type jsonTie struct {
	U      string  `json:"u"`
	V      string  `json:"v"`
	Within float64 `json:"within"`
}

// MarshalJSON encodes the graph as
//
//	{"features": [names], "edges": [{"u": name, "v": name, "mu", "sigma", "p", "epsilon", "delta"}]}
//
// and adds "bounds", "ties", "directions" ({"feature", "column", "sign"}) and "report" if they are
// not empty. Numbers round-trip exactly.
func (d *DAG) MarshalJSON() ([]byte, error) {
	if err := d.checkEnds(); err != nil {
		return nil, err
	}
	out := jsonDAG{Features: d.Features, Edges: d.NamedEdges(), Report: d.Report}
	if out.Features == nil {
		out.Features = []string{}
	}
	for _, b := range d.Bounds {
		out.Bounds = append(out.Bounds, jsonBound{d.Features[b.K], b.Min, b.Max})
	}
	for _, t := range d.Ties {
		out.Ties = append(out.Ties, jsonTie{d.Features[t.U], d.Features[t.V], t.Within})
	}
	for _, x := range d.Directions {
		if x.K < 0 || x.K >= len(d.Features) {
			return nil, d.checkDirections()
		}
		out.Directions = append(out.Directions, namedDirection{d.Features[x.K], x.Column, x.Sign})
	}
	return json.Marshal(out)
}

// UnmarshalJSON decodes a graph that MarshalJSON has encoded, and checks it as New does. A repeated
// key is an error.
func (d *DAG) UnmarshalJSON(data []byte) error {
	if d == nil {
		return errNil
	}
	if key, ok := repeatedKey(data); ok {
		return fmt.Errorf("dag: JSON: key %q appears twice in one object (want it once)", key)
	}
	var in jsonDAG
	if err := json.Unmarshal(data, &in); err != nil {
		return fmt.Errorf("dag: JSON: %w", err)
	}
	ids := newNameIndex(in.Features)
	edges := make([]Edge, len(in.Edges))
	for i, e := range in.Edges {
		edges[i] = Edge{ids.of(e.U), ids.of(e.V), e.Mu, e.Sigma, e.P, e.Epsilon, e.Delta}
	}
	var bounds []Bound
	for _, b := range in.Bounds {
		bounds = append(bounds, Bound{ids.of(b.Feature), b.Min, b.Max})
	}
	var ties []Tie
	for _, t := range in.Ties {
		ties = append(ties, Tie{ids.of(t.U), ids.of(t.V), t.Within})
	}
	var directions []Direction
	for _, x := range in.Directions {
		directions = append(directions, Direction{ids.of(x.Feature), x.Column, x.Sign})
	}
	if ids.err != nil {
		return ids.err
	}
	return d.become(in.Features, edges, bounds, ties, directions, in.Report)
}

// repeatedKey returns a key that occurs twice in an object of a JSON text.
func repeatedKey(data []byte) (key string, ok bool) {
	var open []map[string]bool // nil for a list
	expectKey := false
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	for {
		t, err := dec.Token()
		if err != nil { // end of input, or an error that Unmarshal reports
			return "", false
		}
		switch t {
		case json.Delim('{'):
			open, expectKey = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open, expectKey = append(open, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if name, text := t.(string); text && expectKey {
				if open[len(open)-1][name] {
					return name, true
				}
				open[len(open)-1][name], expectKey = true, false
				continue
			}
		}
		expectKey = len(open) > 0 && open[len(open)-1] != nil
	}
}

// become replaces d with a checked graph. On an error, d does not change.
func (d *DAG) become(features []string, edges []Edge, bounds []Bound, ties []Tie, directions []Direction, report *Report) error {
	n, err := New(features, edges, bounds, ties)
	if err != nil {
		return err
	}
	if n, err = n.WithDirections(directions...); err != nil {
		return err
	}
	d.Features, d.Edges, d.Bounds, d.Ties, d.Directions, d.Report = n.Features, n.Edges, n.Bounds, n.Ties, n.Directions, report
	d.index.Store(nil)
	return nil
}

// nameIndex finds features by name and records the first unknown name.
type nameIndex struct {
	ids map[string]int
	err error
}

func newNameIndex(features []string) *nameIndex {
	n := &nameIndex{ids: make(map[string]int, len(features))}
	for i, f := range features {
		n.ids[f] = i
	}
	return n
}

func (n *nameIndex) of(name string) int {
	i, ok := n.ids[name]
	if !ok && n.err == nil {
		n.err = fmt.Errorf("dag: feature %q not found (want one of the %d names in the list features)", name, len(n.ids))
	}
	return i
}
