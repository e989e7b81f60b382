package widget

import "slices"

// class identifies the JavaScript of a widget: its module and version, and the names of its model
// and its view.
type class struct {
	module, version, model, view string
	viewModule                   string // empty if it is the same module
}

// Modules of ipywidgets 8.
const (
	baseModule     = "@jupyter-widgets/base"
	controlsModule = "@jupyter-widgets/controls"
	outputModule   = "@jupyter-widgets/output"
)

// control returns a class of the controls module.
func control(name string) class {
	return class{controlsModule, "2.0.0", name + "Model", name + "View", ""}
}

// style returns a class of the controls' styles.
func style(name string) class {
	return class{controlsModule, "2.0.0", name + "Model", "StyleView", baseModule}
}

// identity returns the part of a state that names the class.
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

// Layout returns the layout of a widget. The keys are CSS properties with _ instead of -, such as
// width or flex_flow.
func Layout(css State) *Model {
	return newModel(class{baseModule, "2.0.0", "LayoutModel", "LayoutView", ""}, css)
}

// narrow lists the labelled controls whose width does not depend on their content.
var narrow = []string{"FloatSlider", "IntSlider", "SelectionSlider", "Dropdown", "Text", "FloatProgress"}

// newControl returns a control with its own layout. The style's class is empty if the control has
// none.
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
