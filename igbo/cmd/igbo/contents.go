package main

import (
	"errors"
	"io"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/study"
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
	text, err := study.MarshalJSON(value)
	c.add(name, text, err)
}

// addTables takes the tables of a result as files with these extensions, .csv or .md.
func (c *contents) addTables(result study.Result, extensions ...string) {
	for _, t := range result.Tables() {
		for _, extension := range extensions {
			text := t.CSV()
			if extension == ".md" {
				text = []byte(t.Markdown())
			}
			c.add(t.Name+extension, text, nil)
		}
	}
}

// addFigures takes the figures of a result.
func (c *contents) addFigures(result study.Result) {
	figures, err := result.Figures()
	c.fault = errors.Join(c.fault, err)
	if err != nil {
		return
	}
	for _, figure := range figures {
		c.addFigure(figure)
	}
}

// addFigure takes a figure as PNG and SVG.
func (c *contents) addFigure(figure plots.Figure) {
	name := figure.FigureName()
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
	return writeAll(paths, c.texts)
}

// writeAll writes files together: each takes its place once those after it
// have, so that a disk that is full at any of them leaves all as they were.
func writeAll(paths []string, texts [][]byte) error {
	if len(paths) == 0 {
		return nil
	}
	var other error // of a file after the first
	err := durable.Write(paths[0], 0o666, func(w io.Writer) error {
		if _, err := w.Write(texts[0]); err != nil {
			return err
		}
		other = writeAll(paths[1:], texts[1:])
		return other
	})
	if other != nil {
		return other
	}
	return err
}
