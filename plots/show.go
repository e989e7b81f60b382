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
	data := &protocol.DisplayData{
		DisplayID: displayID,
		Metadata:  map[string]any{},
		Data: map[protocol.MIMEType]any{
			protocol.MIMEImagePNG:  png,
			protocol.MIMETextPlain: "figure " + figure.FigureName(),
		},
	}
	if sized, ok := figure.(interface{ pixelSize() (int, int) }); ok {
		width, height := sized.pixelSize()
		data.Metadata[string(protocol.MIMEImagePNG)] = map[string]int{"width": width, "height": height}
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
