package widget

import "encoding/json"

// LineKind is the type under which a process sends its kernel a [Line], and LineAddress is where the kernel sends one to the process. Both
// are the text of its JSON.
const (
	LineKind    = "application/vnd.igbolab.comm"
	LineAddress = "/igbolab/comm"
)

// Target is the name of the comms of widgets, and ControlTarget that of the comm on which a page asks for all widgets.
const (
	Target        = "jupyter.widget"
	ControlTarget = "jupyter.widget.control"
)

// Done is the kind of the line by which a process reports that it has handled a message.
const Done = "done"

// Line is a message of a comm, on its way between a process and its kernel.
type Line struct {
	// Kind is comm_open, comm_msg, comm_close or [Done].
	Kind string `json:"kind"`
	// Comm is the comm's id.
	Comm string `json:"comm,omitempty"`
	// About is the id of the page's message. What a process sends about it has the same id, and is empty if it is about the cell.
	About string `json:"about,omitempty"`
	// Data is the message's data, and Buffers are its binary values.
	Data    json.RawMessage `json:"data,omitempty"`
	Buffers [][]byte        `json:"buffers,omitempty"`
}
