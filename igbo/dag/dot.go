package dag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// DOT returns the graph in the DOT language of Graphviz, without the report:
//
//   - The most important features are at the top.
//   - The pen width of an edge shows P, and its tooltip shows the interval. The attributes of the edge are μ, σ, P, ε and δ.
//   - Bounds and directions are attributes of nodes, and ties are dashed lines.
//
// All numbers are exact. DOT returns nil if the graph is nil or an edge refers to a feature that
// does not exist.
func (d *DAG) DOT() []byte {
	if d.checkEnds() != nil {
		return nil
	}
	var b bytes.Buffer
	b.WriteString("digraph importance {\n  node [shape=box, style=rounded];\n")
	bounds := make(map[int]Bound, len(d.Bounds))
	for _, x := range d.Bounds {
		bounds[x.K] = x
	}
	for k, name := range d.Features {
		b.WriteString("  " + quoteDOT(name))
		var attributes []string
		if x, ok := bounds[k]; ok {
			attributes = append(attributes, fmt.Sprintf("min=%q, max=%q, tooltip=\"H in [%.4g, %.4g]\"", exact(x.Min), exact(x.Max), x.Min, x.Max))
		}
		if label, text := d.dotDirections(k); text != "" {
			attributes = append(attributes, "label="+quoteDOT(label), "directions="+quoteDOT(text))
		}
		if len(attributes) > 0 {
			b.WriteString(" [" + strings.Join(attributes, ", ") + "]")
		}
		b.WriteString(";\n")
	}
	for _, e := range d.Edges {
		fmt.Fprintf(&b, "  %s -> %s [mu=%q, sigma=%q, p=%q, epsilon=%q, delta=%q, penwidth=%.2f, tooltip=\"P = %.3f, difference in [%.4g, %.4g]\"];\n",
			quoteDOT(d.Features[e.U]), quoteDOT(d.Features[e.V]),
			exact(e.Mu), exact(e.Sigma), exact(e.P), exact(e.Epsilon), exact(e.Delta),
			PenWidth(e.P), e.P, e.Epsilon, e.Delta)
	}
	for _, t := range d.Ties {
		fmt.Fprintf(&b, "  %s -> %s [tie=%q, dir=none, style=dashed, constraint=false];\n",
			quoteDOT(d.Features[t.U]), quoteDOT(d.Features[t.V]), exact(t.Within))
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// PenWidth returns the width of an edge in a drawing. It is 0.5 for P ≤ ½ and grows linearly to 4
// for P = 1.
func PenWidth(p float64) float64 { return 0.5 + 7*max(0, p-0.5) }

// exact formats a float64 so that parsing returns the same bits.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

var dotEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;", `\`, "&#92;", "<", "&lt;", ">", "&gt;")

// quoteDOT quotes a name. It replaces characters that are special to Graphviz or to DOT parsers
// with entities, which Graphviz draws as the original characters.
func quoteDOT(name string) string { return `"` + dotEscapes.Replace(name) + `"` }

// dotDirections returns a feature's label, with its directions as arrows, and the directions as
// JSON, or "" if there are none.
func (d *DAG) dotDirections(k int) (label, text string) {
	var own []namedDirection
	label = d.Features[k]
	for _, x := range d.Directions {
		if x.K != k {
			continue
		}
		own = append(own, namedDirection{Column: x.Column, Sign: x.Sign})
		arrow := map[int]string{1: "↑", -1: "↓"}[x.Sign]
		if x.Column != "" {
			arrow = x.Column + arrow
		}
		label += " " + arrow
	}
	if own == nil {
		return "", ""
	}
	written, err := json.Marshal(own)
	if err != nil {
		return "", ""
	}
	return label, string(written)
}
