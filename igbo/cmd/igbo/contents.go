package main

import (
	"errors"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/plots"
)

// contents are files made in memory, so that a fault in one of them is known
// before any is written.
type contents struct {
	names []string
	texts [][]byte
	fault error
}

// add takes a file's content, or the fault of making it.
func (c *contents) add(name string, text []byte, err error) {
	c.names, c.texts, c.fault = append(c.names, name), append(c.texts, text), errors.Join(c.fault, err)
}

// addJSON takes a value as JSON.
func (c *contents) addJSON(name string, value any) {
	text, err := indented(value)
	c.add(name, text, err)
}

// addFigure takes a figure as name.png and name.svg.
func (c *contents) addFigure(name string, figure plots.Figure) {
	png, err := figure.PNG()
	c.add(name+".png", png, err)
	svg, err := figure.SVG()
	c.add(name+".svg", svg, err)
}

// writeTo writes all files into a folder, or none where one could not be made.
func (c *contents) writeTo(out folder) error {
	paths := make([]string, len(c.names))
	for i, name := range c.names {
		paths[i] = filepath.Join(out.path, name)
	}
	if c.fault != nil {
		return c.fault
	}
	return durable.WriteFiles(paths, c.texts, 0o666)
}
