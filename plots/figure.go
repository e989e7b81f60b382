package plots

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/plots/canvas"
	"github.com/igbolab/igbolab/plots/inline"
)

// Figure is a drawing with a name that renders itself: what every figure here is,
// and what Save and Show take.
type Figure = inline.Figure

// Chart is the Figure that the functions of this package make.
type Chart = canvas.Chart

// Show displays the figure: inline in a GoNB notebook, as SVG with a PNG beside it
// for readers that show no SVG; elsewhere it writes name.png (name.html for frames)
// into the working folder and says so on standard output.
//
// The errors are those of making the figure; where there is one, nothing is shown. So
// a figure can be made and shown in one call:
//
//	plots.Show(plots.Geometry(g1, g2, directions))
//
// In a notebook an error, also one of drawing, stands where the figure would be,
// and the cell ends and fails (inline.Fail), whether its caller looks at the error or
// not. Elsewhere it is returned.
func Show(figure Figure, errs ...error) error {
	err := errors.Join(errs...)
	if err == nil {
		err = inline.Show(figure)
	}
	return inline.Fail(err)
}

// ShowAll displays figures one after the other, as Show does each: those of a
// study in one call,
//
//	plots.ShowAll(result.Figures())
//
// The errors are those of making the figures; where there is one, nothing is shown.
// They end as those of Show do.
func ShowAll(figures []Figure, errs ...error) error {
	err := errors.Join(errs...)
	if err == nil {
		err = checkNames("ShowAll", figures)
	}
	for i := 0; i < len(figures) && err == nil; i++ {
		err = inline.Show(figures[i])
	}
	return inline.Fail(err)
}

// Save renders the figure and writes it to every path, in the format of the
// path's extension: .svg, .png, or .html for Frames. No path ever holds half a
// figure, and none changes when a rendering or a write fails.
func Save(figure Figure, paths ...string) error {
	if figure == nil {
		return errors.New("plots: Save: figure is nil")
	}
	if len(paths) == 0 {
		return fmt.Errorf("plots: Save: %s: at least one path is required", figure.FigureName())
	}
	contents := make([][]byte, len(paths))
	for i, path := range paths {
		data, err := render(figure, path)
		if err != nil {
			return err
		}
		contents[i] = data
	}
	if err := durable.WriteFiles(paths, contents, 0o666); err != nil {
		return fmt.Errorf("plots: Save: %w", err)
	}
	return nil
}

// File is a figure's file: its name without folder, and its content.
type File struct {
	Name    string
	Content []byte
}

// Files renders figures as the files that stand for them in a folder, NAME.png and
// NAME.svg for each, NAME.html beside them for Frames. Errors: those of rendering, a
// nil figure, two figures of one name.
func Files(figures []Figure) ([]File, error) {
	if err := checkNames("Files", figures); err != nil {
		return nil, err
	}
	var files []File
	for _, figure := range figures {
		extensions := []string{".png", ".svg"}
		if _, ok := figure.(interface{ Page() []byte }); ok {
			extensions = append(extensions, ".html")
		}
		for _, extension := range extensions {
			name := figure.FigureName() + extension
			content, err := render(figure, name)
			if err != nil {
				return nil, err
			}
			files = append(files, File{name, content})
		}
	}
	return files, nil
}

// SaveAll writes the Files of the figures into a folder that is there. All of them
// are rendered before one is written, and a folder that cannot take them all keeps
// what it had.
func SaveAll(folder string, figures []Figure) error {
	files, err := Files(figures)
	if err != nil {
		return err
	}
	paths, contents := make([]string, len(files)), make([][]byte, len(files))
	for i, f := range files {
		paths[i], contents[i] = filepath.Join(folder, f.Name), f.Content
	}
	if err := durable.WriteFiles(paths, contents, 0o666); err != nil {
		return fmt.Errorf("plots: SaveAll: %w", err)
	}
	return nil
}

// checkNames asks for figures whose names differ, also where a file system does not
// tell capitals from small letters.
func checkNames(function string, figures []Figure) error {
	seen := make(map[string]int)
	for i, figure := range figures {
		if figure == nil {
			return fmt.Errorf("plots: %s: figure %d is nil", function, i)
		}
		name := strings.ToLower(figure.FigureName())
		if first, ok := seen[name]; ok {
			return fmt.Errorf("plots: %s: figures %d and %d have the same name %q; set different names (option Name)",
				function, first, i, figure.FigureName())
		}
		seen[name] = i
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
		if p, ok := figure.(interface{ Page() []byte }); ok {
			return p.Page(), nil
		}
	}
	return nil, fmt.Errorf("plots: Save: path %q has the unsupported extension %q, want .svg or .png (.html for frames)", path, filepath.Ext(path))
}
