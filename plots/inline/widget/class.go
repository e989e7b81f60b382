package widget

import "slices"

// class is the JavaScript of a widget: its module with the version, and the names of its model and its view.
type class struct {
	module, version, model, view string
	viewModule                   string // empty: the same
}

// Modules of ipywidgets 8.
const (
	baseModule     = "@jupyter-widgets/base"
	controlsModule = "@jupyter-widgets/controls"
	outputModule   = "@jupyter-widgets/output"
)

// control is a class of the controls.
func control(name string) class {
	return class{controlsModule, "2.0.0", name + "Model", name + "View", ""}
}

// style is a class of the controls' styles.
func style(name string) class {
	return class{controlsModule, "2.0.0", name + "Model", "StyleView", baseModule}
}

// identity is the part of a state that names the class.
func (c class) identity() State {
	view := c.module
	if c.viewModule != "" {
		view = c.viewModule
	}
	return State{
		"_model_module": c.module, "_model_module_version": c.version, "_model_name": c.model,
		"_view_module": view, "_view_module_version": c.version, "_view_name": c.view, "_view_count": nil,
	}
}

// Layout returns the layout of a widget by names of CSS in which _ stands for -, such as width or flex_flow.
func Layout(css State) *Model {
	return newModel(class{baseModule, "2.0.0", "LayoutModel", "LayoutView", ""}, css)
}

// narrow are the controls with a label whose width does not follow from their content.
var narrow = []string{"FloatSlider", "IntSlider", "SelectionSlider", "Dropdown", "Text", "FloatProgress"}

// newControl makes a widget of the controls with a label and its own layout. The style's class is empty if it has none.
func newControl(name, styled string, s State) *Model {
	layout := State{}
	if slices.Contains(narrow, name) {
		layout["width"] = "min(100%, 480px)"
	}
	s["layout"] = Layout(layout)
	if styled != "" {
		s["style"] = newModel(style(styled), State{"description_width": "initial"})
	}
	return newModel(control(name), s)
}
