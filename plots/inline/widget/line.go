package widget

import "encoding/json"

// LineKind is the MIME type under which a process sends a [Line] to its kernel. LineAddress is the
// address at which the kernel sends a line to the process. Both send the line as JSON text.
const (
	LineKind    = "application/vnd.igbolab.comm"
	LineAddress = "/igbolab/comm"
)

// Target is the name of the comms of widgets. ControlTarget is the name of the comm on which a page
// requests all widgets.
const (
	Target        = "jupyter.widget"
	ControlTarget = "jupyter.widget.control"
)

// Done is the kind of the line that reports that the process has handled a message.
const Done = "done"

// Line is a comm message between a process and its kernel.
type Line struct {
	// Kind is comm_open, comm_msg, comm_close or [Done].
	Kind string `json:"kind"`
	// Comm is the comm's id.
	Comm string `json:"comm,omitempty"`
	// About is the id of the page's message. A process uses the same id in its replies. The id is
	// empty if the line is about the cell.
	About string `json:"about,omitempty"`
	// Data is the message's data. Buffers holds its binary values.
	Data    json.RawMessage `json:"data,omitempty"`
	Buffers [][]byte        `json:"buffers,omitempty"`
}
