// Package inline displays figures and progress bars in the output of a notebook cell. Outside
// notebooks, it writes figures to files and progress to standard error.
//
//	Show, Display       show one figure, or one value in several forms
//	Fail, End           end a cell with an error; Fail also displays it
//	Frames, Choices     precomputed figures with a slider or a list; they need no kernel
//	Slider, Select      figures drawn on demand for a slider or a list
//	Interact, Drag      figures that follow any controls of package widget, or points that a reader drags
//	Progress, Track     progress bars
//
// The package sends messages to the GoNB kernel (SVG with a PNG, or HTML) or to the page of a
// WebAssembly program. Otherwise, it writes files to the working folder. Of the packages of plots,
// it imports only widget.
//
// # Pages
//
// A WebAssembly program displays output in its page if the host, which is a worker or the page
// itself, sets globalThis.igbolab before the program starts. Otherwise, the program prints text and
// writes files.
//
// The host provides two functions:
//
//	igbolab.display(json)   displays a bundle (see below), passed as a JSON string
//	igbolab.parked()        optional; called when main has finished and the program keeps running for its controls
//
// The program sets one function when it first shows a slider or a list:
//
//	igbolab.moved(id, at)   the host calls it when control id moves to the value with index at; it returns
//	                        true if the control and the value exist
//
// After moved, the program sends the new figure with igbolab.display, usually before moved returns.
// If several moves are pending, the program draws only the last one.
//
// A bundle is an object {data, metadata, display_id, update}, as in Jupyter. Its data maps MIME
// types to content: text/plain, text/html, image/svg+xml, and, only if there is no SVG, image/png
// in base64, with its width and height in the metadata. It can hold other types from
// [Content.More]; JSON types hold a value, and other types hold text. If update is true, the bundle
// replaces the output with that display_id. Display ids are unique within a program, so a host that
// runs several programs must prefix them.
//
// A slider or list consists of two bundles. The first has the type
// application/vnd.igbolab.control+json with the value {id, label, values, words, start, figure}.
// The values are texts, and start is the index of the first one to show. If words is true, the
// control is a list. The figure is the display id of the second bundle. The text/html of the first
// bundle is a label with an input or select element that has the attribute
// data-igbolab-control="id"; the element's value is the index. It contains no script, so the host
// must listen for the document's input events.
//
// The second bundle is the figure. It is sent again after every move. Its metadata holds, under the
// control type, the {id, value} for which it was drawn. Its text/plain describes the figure for
// readers who cannot see it.
//
// The last call in main must be [Park], which keeps the program running. The host stops the program
// by ending its worker.
package inline
