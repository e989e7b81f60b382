package inline

import (
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/plots/inline/widget"
)

// Interact shows controls of package widget above a figure, and draws the figure again when a
// control changes. The draw function reads the values with Get:
//
//	f := widget.FloatSlider("frequency", 3, 1, 12, 0.1)
//	colour := widget.Dropdown("colour", []string{"red", "blue"}, 0)
//	err := inline.Interact(func() (inline.Figure, error) { return wave(f.Get(), colour.Get()) }, f, colour)
//
// Where live widgets are not available (see [Slider]), Interact shows the figure for the initial
// values.
//
// Interact returns an error if draw is nil, there are no controls, or a control was created from
// invalid input. It also returns an error of the first drawing. Later errors are shown instead of
// the figure.
func Interact(draw func() (Figure, error), controls ...widget.Widget) error {
	if draw == nil {
		return errors.New("inline: Interact: the drawing function is nil")
	}
	if len(controls) == 0 {
		return errors.New("inline: Interact: at least one control is required, such as widget.FloatSlider")
	}
	for i, c := range controls {
		if c == nil {
			return fmt.Errorf("inline: Interact: control %d is nil", i)
		}
		if err := c.Base().Err(); err != nil {
			return fmt.Errorf("inline: Interact: %w", err)
		}
	}
	first, err := drawn(draw)
	if err != nil {
		return err
	}
	if !followed() {
		return Show(first)
	}
	content, err := ContentOf(first)
	if err != nil {
		return err
	}
	return follow(content, func() (string, error) {
		figure, err := drawn(draw)
		if err != nil {
			return "", err
		}
		svg, err := figure.SVG()
		return svgElement(svg), err
	}, controls...)
}

// drawn calls draw and requires a figure.
func drawn(draw func() (Figure, error)) (Figure, error) {
	figure, err := draw()
	if err == nil && figure == nil {
		err = errors.New("inline: the drawing function returned a nil figure")
	}
	return figure, err
}
