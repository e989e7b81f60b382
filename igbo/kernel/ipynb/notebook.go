package ipynb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Notebook is a notebook file.
type Notebook struct {
	fields map[string]any
}

// Read parses a notebook. It returns an error if the text is not JSON, or has another format than 4.
func Read(text []byte) (*Notebook, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // numbers are kept as written
	n := &Notebook{}
	if err := decoder.Decode(&n.fields); err != nil {
		return nil, fmt.Errorf("ipynb: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("ipynb: reading the notebook: found text after its end")
	}
	cells, ok := n.fields["cells"].([]any)
	if form, _ := n.fields["nbformat"].(json.Number); form != "4" {
		return nil, fmt.Errorf("ipynb: unsupported notebook format %q (nbformat must be 4)", form)
	}
	if !ok {
		return nil, errors.New("ipynb: reading the notebook: the field cells must be a list")
	}
	for i, c := range cells {
		if _, ok := c.(map[string]any); !ok {
			return nil, fmt.Errorf("ipynb: cell %d must be a JSON object", i+1)
		}
	}
	return n, nil
}

// Bytes returns the notebook's file as Jupyter writes it.
func (n *Notebook) Bytes() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(n.fields); err != nil {
		return nil, fmt.Errorf("ipynb: %w", err)
	}
	return b.Bytes(), nil
}

// cells returns the cells that Read found.
func (n *Notebook) cells() []map[string]any {
	var cells []map[string]any
	for _, c := range n.fields["cells"].([]any) {
		cells = append(cells, c.(map[string]any))
	}
	return cells
}

func (n *Notebook) setCells(cells []map[string]any) {
	list := make([]any, len(cells))
	for i, c := range cells {
		list[i] = c
	}
	n.fields["cells"] = list
}

// Code returns the sources of the code cells in order, except cells that have one of the tags.
func (n *Notebook) Code(without ...string) (all []string) {
	for _, c := range n.cells() {
		if c["cell_type"] == "code" && !slices.ContainsFunc(without, func(tag string) bool { return tagged(c, tag) }) {
			all = append(all, source(c))
		}
	}
	return all
}

// HTML returns the HTML in the outputs of the notebook's code cells, in order.
func (n *Notebook) HTML() (all []string) {
	for _, c := range n.cells() {
		if c["cell_type"] != "code" {
			continue
		}
		text := ""
		outputs, _ := c["outputs"].([]any)
		for _, o := range outputs {
			output, _ := o.(map[string]any)
			data, _ := output["data"].(map[string]any)
			text += lines(data["text/html"])
		}
		all = append(all, text)
	}
	return all
}

// Clear removes what a run adds: outputs, counts, times and widgets.
func (n *Notebook) Clear() {
	for _, c := range n.cells() {
		if c["cell_type"] == "code" {
			c["outputs"], c["execution_count"] = []any{}, nil
		}
		if meta, ok := c["metadata"].(map[string]any); ok {
			delete(meta, "execution")
		}
	}
	if meta, ok := n.fields["metadata"].(map[string]any); ok {
		delete(meta, "widgets")
	}
}

// Drop removes the cells with a tag.
func (n *Notebook) Drop(tag string) {
	n.setCells(slices.DeleteFunc(n.cells(), func(c map[string]any) bool { return tagged(c, tag) }))
}

// tagged reports whether a cell has a tag.
func tagged(cell map[string]any, tag string) bool {
	meta, _ := cell["metadata"].(map[string]any)
	tags, _ := meta["tags"].([]any)
	return slices.Contains(tags, any(tag))
}

// source returns the source of a cell.
func source(cell map[string]any) string { return lines(cell["source"]) }

// lines returns a text, which Jupyter writes as one string or as a list of strings.
func lines(text any) string {
	switch s := text.(type) {
	case string:
		return s
	case []any:
		var b strings.Builder
		for _, line := range s {
			text, _ := line.(string)
			b.WriteString(text)
		}
		return b.String()
	}
	return ""
}
