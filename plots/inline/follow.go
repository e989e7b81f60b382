package inline

import (
	"fmt"

	"github.com/igbolab/igbolab/plots/inline/widget"
)

// follow shows controls above a figure of HTML, which is drawn again when they change. The content is what readers without widgets show.
func follow(content Content, draw func() (string, error), controls ...widget.Widget) error {
	first, err := draw()
	if err != nil {
		return err
	}
	figure := widget.HTML(first)
	redraw := func() {
		text, err := caught(draw)
		if err != nil {
			text = errorBox(err)
		}
		_ = figure.Set(text) // JSON can encode a text
	}
	for _, c := range controls {
		attach(c, figure.Model, &redraw)
	}
	return showWidget(content, widget.VBox(append(controls, figure)...))
}

// attach has a function called when a widget changes, or one in it, as long as a page has the figure.
func attach(w widget.Widget, figure *widget.Model, f *func()) {
	w.Base().OnUpdate(figure, f)
	for _, c := range widget.Get[[]widget.Widget](w, "children") {
		attach(c, figure, f)
	}
}

// caught draws; a panic is an error.
func caught(draw func() (string, error)) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("inline: drawing: panic: %v", r)
		}
	}()
	return draw()
}

// showWidget shows a widget, with the content for readers without widgets.
func showWidget(content Content, w widget.Widget) error {
	view, err := widget.View(w)
	if err != nil {
		return err
	}
	content.More = map[string]string{widget.ViewKind: view}
	return content.send("")
}
