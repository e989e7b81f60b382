// Package inline displays figures and progress in the output of a notebook's cell; outside of notebooks it writes figures to files and
// progress to standard error.
//
// It takes any Figure. It sends messages to the GoNB kernel (SVG with a PNG, HTML) or to the page of a WebAssembly program, or writes
// files in the working folder. Show displays one figure, Display a value with several forms. End ends a cell with an error, and Fail
// displays the error first. Frames displays a family of figures with a range input that needs no kernel, Choices one with a list. Slider
// and Select draw each figure on demand, Interact does so for any controls of package widget, and Drag for points that a reader moves.
// Progress is a progress bar, and Track starts one. Of the packages of plots, it imports only widget.
//
// # Pages
//
// A program of WebAssembly shows things in its page where the page's host, a worker or the page itself, has put an
// object at globalThis.igbolab before the program starts. Without it the program prints text and writes files.
//
// The host provides two functions:
//
//	igbolab.display(json)   shows a bundle: a string, see below
//	igbolab.parked()        is told that main is over and that the program stays for its sliders; may be absent
//
// The program provides one, once it has shown a slider or a list:
//
//	igbolab.moved(id, at)   is called for a move of the control id to the value number at, and is true where
//	                        there is such a control and value; the figure follows by igbolab.display, mostly before
//	                        moved returns; of moves that are not drawn yet the last one counts
//
// A bundle is {data, metadata, display_id, update}, as Jupyter has them. Data holds forms by MIME type: text/plain,
// text/html, image/svg+xml, and image/png in base64 (with its width and height in the metadata) where there is no SVG. Other
// types are those of [Content.More]: types of JSON hold a value, others a text.
// With update, it replaces what has the display id. A program's ids are its own: a host with many programs puts
// something before them.
//
// A slider is two bundles. The first has the type application/vnd.igbolab.control+json, {id, label, values, words, start,
// figure}: values are texts, of which start is shown first, words tells that they stand in a list, and figure is the
// display id of what follows. Its text/html is a label with an input or a select that has the attribute
// data-igbolab-control="id", whose value is the number of the value. It has no script: a host listens to the event input of the document.
// The second is the figure, and comes again for every move. Its metadata say under the same type which {id, value} it is
// drawn for, and its text/plain what it shows, for those who cannot see it.
//
// The last call of main is Park, with which a program stays. A host ends it by ending its worker.
package inline
