package plots

import (
	"errors"
	"fmt"
	"os"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Show displays the figure: inline in a GoNB notebook, as SVG with a PNG beside it
// for readers that show no SVG; elsewhere it writes name.png (name.html for
// Frames) into the working folder and says so on standard output.
//
// The errors are those of making the figure; the first one is returned and nothing
// is shown. So a figure can be made and shown in one call:
//
//	err := plots.Show(plots.Geometry(g1, g2, directions))
func Show(figure Figure, errs ...error) error {
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if figure == nil {
		return errors.New("plots: Show: the figure is nil, expected a figure")
	}
	if gonbui.IsNotebook {
		return showInline(figure, "")
	}
	path := figure.FigureName() + ".png"
	if _, ok := figure.(pageFigure); ok {
		path = figure.FigureName() + ".html"
	}
	if err := Save(figure, path); err != nil {
		return err
	}
	_, err := fmt.Fprintf(os.Stdout, "plots: wrote %s\n", path)
	return err
}

// ShowAll displays figures one after the other, as Show does each: those of a
// study in one call,
//
//	err := plots.ShowAll(result.Figures())
//
// The errors are those of making the figures; the first one is returned and
// nothing is shown.
func ShowAll(figures []Figure, errs ...error) error {
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if err := checkNames("ShowAll", figures); err != nil {
		return err
	}
	for _, figure := range figures {
		if err := Show(figure); err != nil {
			return err
		}
	}
	return nil
}

// pageFigure is a figure that is more than one picture: it has HTML of its own.
type pageFigure interface {
	Figure
	HTML() string
}

// showInline sends the figure to the notebook, into the output with the display
// id given, or into a new one.
func showInline(figure Figure, displayID string) error {
	png, err := figure.PNG()
	if err != nil {
		return err
	}
	text := "figure " + figure.FigureName()
	if alt := figure.Alt(); alt != figure.Title() {
		text += ": " + alt
	}
	width, height := figure.Size()
	data := &protocol.DisplayData{
		DisplayID: displayID,
		Metadata:  map[string]any{string(protocol.MIMEImagePNG): map[string]int{"width": width, "height": height}},
		Data:      map[protocol.MIMEType]any{protocol.MIMEImagePNG: png, protocol.MIMETextPlain: text},
	}
	if page, ok := figure.(pageFigure); ok {
		data.Data[protocol.MIMETextHTML] = page.HTML()
	} else {
		svg, err := figure.SVG()
		if err != nil {
			return err
		}
		data.Data[protocol.MIMEImageSVG] = string(svg)
	}
	gonbui.SendData(data)
	gonbui.Sync()
	return gonbui.Error()
}
