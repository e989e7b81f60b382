// Package widget puts Jupyter's standard widgets into notebooks: sliders, lists, text fields, buttons, pictures, boxes, and
// widgets with their own JavaScript.
//
// A front end that shows ipywidgets shows these too, because the package sends the same messages: protocol 2.1 of
// ipywidgets over Jupyter's comms. [Any] requires the front end's part of anywidget. Most notebooks need no more than the functions
// Slider, Select, Interact and Drag of package inline, which are made of these widgets.
//
//	speed := widget.FloatSlider("speed", 1, 0, 10, 0.1)
//	text := widget.HTML("")
//	speed.OnChange(func(v float64) { text.Set(fmt.Sprintf("<b>%.1f m/s</b>", v)) })
//	notebook.Check(widget.Display(widget.VBox(speed, text)))
//
// # Where widgets work
//
// Widgets require a stateful cell of the kernel "Go (igbolab)": its process stays after the cell, and answers the page. [Available]
// reports whether there is one. Elsewhere widgets hold values, and [Display] returns an error.
//
// # Order and goroutines
//
// Functions that follow a widget are called one at a time, in another goroutine than cells. They share variables with cells as
// goroutines do. If the page sends several values before a function is called, the last value counts.
// A panic in such a function is printed to the standard error, and the widget still works.
//
// # Constructors
//
// Constructors check their input. [Display] returns the first fault that they have found.
package widget
