package derivative

import (
	_ "embed"
	"encoding/json"
)

// Status says what the table of operations found for an operation in one mode.
type Status string

// The values of a Status.
const (
	Right    Status = "right"     // equal to finite differences
	Refused  Status = "refused"   // an UnsupportedError that names the operation
	Wrong    Status = "wrong"     // another number
	Unnamed  Status = "unnamed"   // an error that does not name the operation
	NotBuilt Status = "not built" // the backend has no such operation
)

// Row is one line of the table of operations: what becomes of h and of its
// gradient with respect to parameters when a model uses the operation.
type Row struct {
	Op      string `json:"op"`                // GoMLX's name of the operation
	Setting string `json:"setting,omitempty"` // which use of it, where there are several
	// Forward and Reverse are h by either mode.
	Forward Status `json:"forward"`
	Reverse Status `json:"reverse"`
	// SecondForward and SecondReverse are the gradient of H with respect to
	// parameters, through h by either mode.
	SecondForward Status `json:"second_forward"`
	SecondReverse Status `json:"second_reverse"`
	// Note says why an operation is refused and what to do instead, or that its
	// derivative is zero.
	Note string `json:"note,omitempty"`
}

// Statuses lists the four columns.
func (r Row) Statuses() []Status {
	return []Status{r.Forward, r.Reverse, r.SecondForward, r.SecondReverse}
}

// NoOperation lists the node types of GoMLX that compute nothing of which a
// derivative could be taken.
var NoOperation = []string{"Invalid", "Parameter", "Constant", "SplitNode"}

//go:embed table_go.json
var tableGo []byte

//go:embed table_xla.json
var tableXLA []byte

// Table returns the table of operations as the package's test measured it, in
// float64 against finite differences, on the embedded backend ("go") or on XLA's
// CPU ("xla").
func Table(backend string) []Row {
	data := tableGo
	if backend == "xla" {
		data = tableXLA
	}
	var rows []Row
	if err := json.Unmarshal(data, &rows); err != nil { // checked by the test that writes it
		panic(err)
	}
	return rows
}
