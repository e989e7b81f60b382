// Package widget adds Jupyter's standard widgets to notebooks: sliders, lists, text fields,
// buttons, images and boxes. It also supports widgets with custom JavaScript.
//
// The package sends the same messages as ipywidgets (protocol 2.1, over Jupyter comms), so every
// front end that shows ipywidgets shows these widgets too. [Any] also requires anywidget in the
// front end. Most notebooks only need the functions Slider, Select, Interact and Drag of package
// inline, which use these widgets.
//
//	speed := widget.FloatSlider("speed", 1, 0, 10, 0.1)
//	text := widget.HTML("")
//	speed.OnChange(func(v float64) { text.Set(fmt.Sprintf("<b>%.1f m/s</b>", v)) })
//	notebook.Check(widget.Display(widget.VBox(speed, text)))
//
// # Availability
//
// Widgets require a stateful cell of the kernel "Go (igbolab)", whose process keeps running after
// the cell and responds to the page. [Available] reports whether widgets work. Elsewhere, a widget
// only holds its values, and [Display] returns an error.
//
// # Concurrency
//
// Callbacks run one at a time, in a different goroutine from cells. Access to variables that
// callbacks and cells share must be synchronised. If the page sends several values before a
// callback runs, the callback sees only the last value. If a callback panics, the panic is printed
// to standard error, and the widget still works.
//
// # Errors
//
// Constructors check their input but return no error. [Display] returns the first error that they
// have found.
package widget
