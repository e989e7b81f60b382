package inline

import (
	"errors"
	"fmt"
	"os"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Figure is a named drawing that can render itself.
type Figure interface {
	// FigureName returns a file name without extension.
	FigureName() string
	// Title returns the title above the figure, or "" if it has none.
	Title() string
	// Alt returns a text description of the figure, for readers who cannot see it.
	Alt() string
	// Size returns the figure's width and height in CSS pixels.
	Size() (width, height int)
	// SVG renders the figure as a standalone SVG document.
	SVG() ([]byte, error)
	// PNG renders the figure at 144 dots per inch (1.5 dots per CSS pixel).
	PNG() ([]byte, error)
}

// page is a figure that consists of more than one image: HTML for a notebook, and a standalone
// document.
type page interface {
	Figure
	HTML() string
	Page() []byte
}

// Show displays a figure in the output of a GoNB notebook cell, as SVG or HTML, with a PNG for
// readers that support neither. Outside a notebook, it writes NAME.png, or NAME.html for frames, to
// the working folder and prints the file name.
func Show(figure Figure) error {
	if figure == nil {
		return errors.New("inline: Show: figure is nil")
	}
	if shown() {
		return send(figure, "")
	}
	path := figure.FigureName() + ".png"
	content, err := figure.PNG()
	if p, ok := figure.(page); ok {
		path, content, err = figure.FigureName()+".html", p.Page(), nil
	}
	if err != nil {
		return err
	}
	if err := durable.WriteFile(path, content, 0o666); err != nil {
		return fmt.Errorf("inline: %w", err)
	}
	_, err = fmt.Fprintln(os.Stdout, "wrote", path)
	return err
}

// send sends the figure to the notebook, to the output with the given display id or, if it is
// empty, to a new output.
func send(figure Figure, displayID string) error {
	content, err := ContentOf(figure)
	if err != nil {
		return err
	}
	return content.send(displayID)
}

// ContentOf returns a figure in all its forms. In a WebAssembly page, it omits the PNG, which is
// slow to render there. It returns an error if rendering fails.
func ContentOf(figure Figure) (Content, error) {
	c := Content{Text: "figure " + figure.FigureName()}
	if pictured() {
		var err error
		if c.PNG, err = figure.PNG(); err != nil {
			return Content{}, err
		}
	}
	if alt := figure.Alt(); alt != figure.Title() {
		c.Text += ": " + alt
	}
	c.Width, c.Height = figure.Size()
	if p, ok := figure.(page); ok {
		c.HTML = p.HTML()
		return c, nil
	}
	svg, err := figure.SVG()
	c.SVG = string(svg)
	return c, err
}
