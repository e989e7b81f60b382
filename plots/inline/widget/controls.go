package widget

import "math"

// FloatSlider returns a slider for numbers from low to high.
func FloatSlider(label string, value, low, high, step float64) *Value[float64] {
	m := newControl("FloatSlider", "SliderStyle", State{
		"description": label, "value": value, "min": low, "max": high, "step": step, "continuous_update": true, "readout": true,
		"readout_format": ".4~g", "orientation": "horizontal", "behavior": "drag-tap", "disabled": false,
	})
	m.checkRange("FloatSlider", value, low, high, step)
	return &Value[float64]{m, "value"}
}

// IntSlider returns a slider for integers from low to high.
func IntSlider(label string, value, low, high, step int) *Value[int] {
	m := newControl("IntSlider", "SliderStyle", State{
		"description": label, "value": value, "min": low, "max": high, "step": step, "continuous_update": true, "readout": true,
		"readout_format": "d", "orientation": "horizontal", "behavior": "drag-tap", "disabled": false,
	})
	m.checkRange("IntSlider", float64(value), float64(low), float64(high), float64(step))
	return &Value[int]{m, "value"}
}

// checkRange records the first error in the numbers of a slider.
func (m *Model) checkRange(name string, value, low, high, step float64) {
	for _, v := range []float64{value, low, high, step} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			m.fault("%s: %v must be a finite number", name, v)
		}
	}
	switch {
	case low > high:
		m.fault("%s: the minimum, %v, must not be above the maximum, %v", name, low, high)
	case value < low || value > high:
		m.fault("%s: the value must be from %v to %v, got %v", name, low, high, value)
	case step <= 0:
		m.fault("%s: the step must be above 0, got %v", name, step)
	}
}

// Dropdown returns a drop-down list. The value is the index of the selected option.
func Dropdown(label string, options []string, index int) *Value[int] {
	return choice("Dropdown", "DescriptionStyle", label, options, index, State{})
}

// SelectionSlider returns a slider over options. The value is the index of the selected option.
func SelectionSlider(label string, options []string, index int) *Value[int] {
	return choice("SelectionSlider", "SliderStyle", label, options, index, State{
		"continuous_update": true, "readout": true, "orientation": "horizontal", "behavior": "drag-tap",
	})
}

// choice returns a widget that selects one of several options.
func choice(name, styled, label string, options []string, index int, s State) *Value[int] {
	s["description"], s["_options_labels"], s["index"], s["disabled"] = label, append([]string{}, options...), index, false
	m := newControl(name, styled, s)
	if index < 0 || index >= len(options) {
		m.fault("%s: the index must be within the list of %d options, got %d", name, len(options), index)
	}
	return &Value[int]{m, "index"}
}

// Checkbox returns a check box.
func Checkbox(label string, on bool) *Value[bool] {
	return &Value[bool]{newControl("Checkbox", "CheckboxStyle", State{"description": label, "value": on, "indent": false, "disabled": false}), "value"}
}

// Text returns a text field. Its value changes when the field loses the focus or the user presses
// Enter.
func Text(label, text string) *Value[string] {
	return &Value[string]{newControl("Text", "TextStyle", State{
		"description": label, "value": text, "placeholder": "", "continuous_update": false, "disabled": false,
	}), "value"}
}

// Button returns a button that calls a function when it is clicked.
func Button(label string, clicked func()) *Model {
	m := newControl("Button", "", State{"description": label, "icon": "", "tooltip": nil, "button_style": "", "disabled": false})
	m.state["style"] = newModel(style("ButtonStyle"), nil)
	if clicked == nil {
		m.fault("Button: the function is nil")
		return m
	}
	m.onClick(clicked)
	return m
}

// Progress returns a progress bar from 0 to total.
func Progress(label string, value, total float64) *Value[float64] {
	m := newControl("FloatProgress", "ProgressStyle", State{
		"description": label, "value": value, "min": 0.0, "max": total, "bar_style": "", "orientation": "horizontal",
	})
	m.state["_view_name"] = "ProgressView"
	m.checkRange("Progress", value, 0, total, 1)
	return &Value[float64]{m, "value"}
}

// HTML returns a block of HTML. The text is not escaped.
func HTML(text string) *Value[string] {
	return &Value[string]{newControl("HTML", "HTMLStyle", State{"description": "", "value": text, "placeholder": ""}), "value"}
}

// Image returns an image in the given format, such as png.
func Image(format string, picture []byte) *Value[[]byte] {
	return &Value[[]byte]{newControl("Image", "", State{"format": format, "value": picture, "width": "", "height": ""}), "value"}
}

// VBox returns a box that stacks widgets vertically.
func VBox(children ...Widget) *Model { return box("VBox", children) }

// HBox returns a box that places widgets side by side.
func HBox(children ...Widget) *Model { return box("HBox", children) }

func box(name string, children []Widget) *Model {
	m := newControl(name, "", State{"children": append([]Widget{}, children...), "box_style": ""})
	for i, c := range children {
		if c == nil {
			m.fault("%s: child %d is nil", name, i)
			m.state["children"] = []Widget{}
		}
	}
	return m
}

// Any returns a widget with custom JavaScript, a module that anywidget loads, and custom CSS. Front
// ends run the JavaScript only in trusted notebooks.
func Any(module, css string, s State) *Model {
	all := State{"_esm": module, "_css": css, "layout": Layout(nil), "tabbable": nil, "tooltip": nil}
	for key, v := range s {
		all[key] = v
	}
	return newModel(class{"anywidget", "~0.11.*", "AnyModel", "AnyView", ""}, all)
}
