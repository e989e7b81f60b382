package proxy

import (
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// debugVariable is a variable or a part of one, in the form of the protocol.
type debugVariable struct {
	Name      string `json:"name"`
	Value     string `json:"value"`
	Type      string `json:"type"`
	Evaluate  string `json:"evaluateName"`
	Reference int    `json:"variablesReference"`
	Indexed   int    `json:"indexedVariables,omitempty"`
}

// variable describes a value for front ends. JupyterLab's tree shows the type, and the value only for few types, so the type field contains
// both.
func (d *debug) variable(v message.Value, name string, path []string) debugVariable {
	kind := v.Type
	if v.Shape != "" {
		kind += " (" + v.Shape + ")"
	}
	if v.Bytes > 0 {
		kind += ", " + bytesText(v.Bytes)
	}
	if v.Text != "" {
		kind += ": " + v.Text
	}
	out := debugVariable{Name: v.Name, Value: v.Text, Type: kind, Evaluate: evaluated(name, path)}
	if v.Parts > 0 {
		out.Reference, out.Indexed = d.number(name, path), v.Parts
	}
	return out
}

// evaluated returns approximately how Go names a part of a variable: without pointers and interfaces.
func evaluated(name string, path []string) string {
	for _, part := range path {
		switch {
		case part == "*":
			name = "*" + name
		case strings.HasPrefix(part, "["):
			name += part
		default:
			name += "." + part
		}
	}
	return name
}

// number returns the number of a reference, always the same.
func (d *debug) number(name string, path []string) int {
	key := strings.Join(append([]string{name}, path...), "\x00")
	n, known := d.numbers[key]
	if !known {
		d.refs = append(d.refs, reference{name, slices.Clone(path)})
		n = len(d.refs)
		d.numbers[key] = n
	}
	return n
}
