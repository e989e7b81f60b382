package inline

import (
	"fmt"

	"github.com/igbolab/igbolab/plots/inline/widget"
)

// follow shows controls above an HTML figure, which it draws again when they change. Readers
// without widgets see the content instead.
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
		_ = figure.Set(text) // JSON can encode a string
	}
	for _, c := range controls {
		attach(c, figure.Model, &redraw)
	}
	return showWidget(content, widget.VBox(append(controls, figure)...))
}

// attach registers a function to call when a widget or one of its children changes, until the
// figure is closed.
func attach(w widget.Widget, figure *widget.Model, f *func()) {
	w.Base().OnUpdate(figure, f)
	for _, c := range widget.Get[[]widget.Widget](w, "children") {
		attach(c, figure, f)
	}
}

// caught calls draw and converts a panic to an error.
func caught(draw func() (string, error)) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("inline: drawing: panic: %v", r)
		}
	}()
	return draw()
}

// showWidget shows a widget. Readers without widgets see the content instead.
func showWidget(content Content, w widget.Widget) error {
	view, err := widget.View(w)
	if err != nil {
		return err
	}
	content.More = map[string]string{widget.ViewKind: view}
	return content.send("")
}
