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

// Figure is a named drawing that can render itself. Save and Show accept any Figure, and every
// figure of this package is one.
type Figure = inline.Figure

// Chart is the [Figure] that the functions of this package return.
type Chart = canvas.Chart

// Show displays the figure. In a GoNB notebook, it appears in the cell's output as SVG, with a PNG
// for readers that cannot show SVG. Elsewhere, Show writes NAME.png (NAME.html for frames) to the
// working folder and prints the file name.
//
// The errs are the errors from creating the figure. If one is not nil, Show does not display the
// figure. So you can create and show a figure in one call:
//
//	plots.Show(plots.Geometry(g1, g2, directions))
//
// In a notebook, any error, including a rendering error, is displayed instead of the figure, and
// the cell ends and fails (see inline.Fail), even if the caller ignores the error. Elsewhere, Show
// returns the error.
func Show(figure Figure, errs ...error) error {
	err := errors.Join(errs...)
	if err == nil {
		err = inline.Show(figure)
	}
	return inline.Fail(err)
}

// ShowAll displays several figures in order, each as [Show] does. For instance, it shows all
// figures of a study in one call:
//
//	plots.ShowAll(result.Figures())
//
// The errs are the errors from creating the figures. If one is not nil, nothing is displayed.
// ShowAll handles errors as Show does.
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

// Save renders the figure and writes it to every path. The extension sets the format: .svg, .png,
// or .html for frames. Every file is written atomically. If rendering or writing fails, no file
// changes.
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

// File is a file that [Files] returns: its name without the folder, and its content.
type File struct {
	Name    string
	Content []byte
}

// Files renders the figures and returns the files to store in a folder: NAME.png and NAME.svg for
// each figure, and also NAME.html for frames. It returns an error if a figure cannot be rendered or
// is nil, or if two figures have the same name.
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

// SaveAll writes the [Files] of the figures to an existing folder. It renders all figures before it
// writes the first file. If the folder cannot take all files, it keeps its previous content.
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

// checkNames requires different figure names. Names that differ only in case count as equal,
// because some file systems ignore case.
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

// render renders the figure in the format that the extension of the path names.
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
