package inline

import (
	"errors"
	"fmt"
	"os"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Figure is a drawing with a name that can render itself.
type Figure interface {
	// FigureName is a file name without extension.
	FigureName() string
	// Title is what stands above the figure, empty where nothing does.
	Title() string
	// Alt says in words what the figure shows, for those who cannot see it: the
	// text of the option Alt, or else the title.
	Alt() string
	// Size is the figure's width and height in CSS pixels.
	Size() (width, height int)
	// SVG renders the figure as a standalone SVG document.
	SVG() ([]byte, error)
	// PNG renders the figure at 144 dots an inch, 1.5 dots a CSS pixel.
	PNG() ([]byte, error)
}

// page is a figure that is more than one picture: HTML to stand in a notebook, and
// a document of its own.
type page interface {
	Figure
	HTML() string
	Page() []byte
}

// Show shows a figure inline in a GoNB notebook, as SVG or HTML with a PNG beside it
// for readers that show neither. Elsewhere it writes NAME.png, or NAME.html for frames,
// into the working folder and says so on standard output.
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

// send sends the figure to the notebook, into the output with the display
// id given, or into a new one.
func send(figure Figure, displayID string) error {
	content, err := ContentOf(figure)
	if err != nil {
		return err
	}
	return content.send(displayID)
}

// ContentOf is a figure in all its forms, in a page of WebAssembly without the PNG, which takes longer there than all
// else. Errors: those of drawing it.
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
