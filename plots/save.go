package plots

import (
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
)

// Save renders the figure and writes it to every path, in the format of the
// path's extension: .svg, .png, or .html for Frames. A file is written under a temporary name in
// its folder and renamed, so that no path ever holds half a figure; nothing is
// written when a rendering fails.
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
		if err := writeFile(path, contents[i]); err != nil {
			return err
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

// writeFile writes data to a temporary name and renames it to path.
func writeFile(path string, data []byte) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return fmt.Errorf("plots: Save: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name())
			err = fmt.Errorf("plots: Save: %w", err)
		}
	}()
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}
