package plots

import (
	"errors"
	"fmt"
	"html"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Save renders the figure and writes it to every path, in the format of the
// path's extension: .svg, .png, or .html for Frames. No path ever holds half a
// figure, and nothing is written when a rendering fails.
func Save(figure Figure, paths ...string) error {
	if figure == nil {
		return errors.New("plots: Save: the figure is nil, expected a figure")
	}
	if len(paths) == 0 {
		return fmt.Errorf("plots: Save: %s: no path, expected at least one", figure.FigureName())
	}
	contents := make([][]byte, len(paths))
	for i, path := range paths {
		data, err := render(figure, path)
		if err != nil {
			return err
		}
		contents[i] = data
	}
	for i, path := range paths {
		if err := durable.WriteFile(path, contents[i], 0o666); err != nil {
			return fmt.Errorf("plots: Save: %w", err)
		}
	}
	return nil
}

// render draws the figure in the format of the path's extension.
func render(figure Figure, path string) ([]byte, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".svg":
		return figure.SVG()
	case ".png":
		return figure.PNG()
	case ".html":
		if page, ok := figure.(pageFigure); ok {
			return fmt.Appendf(nil, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>%s</title>\n%s",
				html.EscapeString(figure.FigureName()), page.HTML()), nil
		}
	}
	return nil, fmt.Errorf("plots: Save: the path %q has extension %q, expected .svg or .png (.html for frames)", path, filepath.Ext(path))
}
