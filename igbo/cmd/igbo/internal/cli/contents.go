package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/plots"
)

// Contents holds files in memory, so an error in one of them is known before any is written.
type Contents struct {
	names []string
	texts [][]byte
	fault error
}

// Add adds the content of a file, or the error of producing it.
func (c *Contents) Add(name string, text []byte, err error) {
	c.names, c.texts, c.fault = append(c.names, name), append(c.texts, text), errors.Join(c.fault, err)
}

// AddJSON adds a value as JSON.
func (c *Contents) AddJSON(name string, value any) {
	text, err := study.MarshalJSON(value)
	c.Add(name, text, err)
}

// AddTables adds the tables of a result as files with these extensions, .csv or .md.
func (c *Contents) AddTables(result study.Result, extensions ...string) {
	for _, t := range result.Tables() {
		for _, extension := range extensions {
			text := t.CSV()
			if extension == ".md" {
				text = []byte(t.Markdown())
			}
			c.Add(t.Name+extension, text, nil)
		}
	}
}

// AddFigures adds the figures of a result, each as PNG and SVG.
func (c *Contents) AddFigures(result study.Result) {
	c.addFigures(result.Figures())
}

// AddFigure adds a figure as PNG and SVG.
func (c *Contents) AddFigure(figure plots.Figure, err error) {
	c.addFigures([]plots.Figure{figure}, err)
}

func (c *Contents) addFigures(figures []plots.Figure, err error) {
	if err == nil {
		var files []plots.File
		files, err = plots.Files(figures)
		for _, f := range files {
			c.Add(f.Name, f.Content, nil)
		}
	}
	c.fault = errors.Join(c.fault, err)
}

// Names returns the names of the files.
func (c *Contents) Names() []string { return slices.Clone(c.names) }

// Fault returns the error of producing the files.
func (c *Contents) Fault() error { return c.fault }

// Join adds the files of another Contents.
func (c *Contents) Join(others Contents) {
	c.names, c.texts, c.fault = append(c.names, others.names...), append(c.texts, others.texts...), errors.Join(c.fault, others.fault)
}

// WriteTo writes all files into a folder, or none if one could not be made or would replace a file that igbo did not write.
func (c *Contents) WriteTo(out Folder) error {
	paths := make([]string, len(c.names))
	for i, name := range c.names {
		paths[i] = filepath.Join(out.Path, name)
	}
	if c.fault != nil {
		return c.fault
	}
	for _, path := range paths {
		if foreign(path) {
			return fmt.Errorf("%s: %w", path, ledger.ErrForeign)
		}
	}
	for i, path := range paths {
		_ = ledger.Announce(path, c.texts[i]) // on failure the next run asks the user to move the file
	}
	return durable.WriteFiles(paths, c.texts, 0o666)
}
