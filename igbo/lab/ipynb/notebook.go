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

// Read reads a notebook. Errors: no JSON, another form than 4.
func Read(text []byte) (*Notebook, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // numbers stay as they are written
	n := &Notebook{}
	if err := decoder.Decode(&n.fields); err != nil {
		return nil, fmt.Errorf("ipynb: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("ipynb: something stands behind the notebook's end")
	}
	cells, ok := n.fields["cells"].([]any)
	if form, _ := n.fields["nbformat"].(json.Number); !ok || form != "4" {
		return nil, errors.New("ipynb: expected a notebook of the form 4")
	}
	for i, c := range cells {
		if _, ok := c.(map[string]any); !ok {
			return nil, fmt.Errorf("ipynb: cell %d is no cell", i+1)
		}
	}
	return n, nil
}

// Bytes is the notebook's file, as Jupyter writes it.
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

// cells are the notebook's, as Read has found them.
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

// Code is the text of the notebook's code cells, in their order.
func (n *Notebook) Code() (all []string) {
	for _, c := range n.cells() {
		if c["cell_type"] == "code" {
			all = append(all, source(c))
		}
	}
	return all
}

// HTML is what the outputs of the notebook's code cells hold as HTML, in their order.
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

// Clear takes out what running leaves: outputs, counts and times, widgets.
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

// Drop takes out the cells with a tag.
func (n *Notebook) Drop(tag string) {
	n.setCells(slices.DeleteFunc(n.cells(), func(c map[string]any) bool { return tagged(c, tag) }))
}

// tagged tells whether a cell has a tag.
func tagged(cell map[string]any, tag string) bool {
	meta, _ := cell["metadata"].(map[string]any)
	tags, _ := meta["tags"].([]any)
	return slices.Contains(tags, any(tag))
}

// source is a cell's.
func source(cell map[string]any) string { return lines(cell["source"]) }

// lines is a text, which Jupyter writes as one string or as a list of them.
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
