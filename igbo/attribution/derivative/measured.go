package derivative

import (
	_ "embed"
	"encoding/json"
)

// Status is the test result for an operation in one mode.
type Status string

// The test results.
const (
	Right    Status = "right"     // equal to finite differences
	Refused  Status = "refused"   // an UnsupportedError that names the operation
	Wrong    Status = "wrong"     // differs from finite differences
	Unnamed  Status = "unnamed"   // an error that does not name the operation
	NotBuilt Status = "not built" // the backend does not have the operation
)

// A Row is one line of the table of operations. It holds the test results for h and its gradient with respect
// to parameters in a model that uses the operation.
type Row struct {
	Op      string `json:"op"`                // GoMLX's name of the operation
	Setting string `json:"setting,omitempty"` // the tested use of the operation, if there are several
	// Forward and Reverse are the results for h in either mode.
	Forward Status `json:"forward"`
	Reverse Status `json:"reverse"`
	// SecondForward and SecondReverse are the results for the gradient of H with respect to parameters, with h
	// in either mode.
	SecondForward Status `json:"second_forward"`
	SecondReverse Status `json:"second_reverse"`
	// Note explains why an operation is rejected and suggests an alternative, or notes that its derivative is
	// zero.
	Note string `json:"note,omitempty"`
}

// Statuses returns the four results.
func (r Row) Statuses() []Status {
	return []Status{r.Forward, r.Reverse, r.SecondForward, r.SecondReverse}
}

// NoOperation lists GoMLX's node types that do not compute anything differentiable.
var NoOperation = []string{"Invalid", "Parameter", "Constant", "SplitNode"}

//go:embed table_go.json
var tableGo []byte

//go:embed table_xla.json
var tableXLA []byte

// Table returns the table of operations for the embedded backend ("go") or for XLA on the CPU ("xla"). The
// results come from comparing derivatives with finite differences in float64.
func Table(backend string) []Row {
	data := tableGo
	if backend == "xla" {
		data = tableXLA
	}
	var rows []Row
	if err := json.Unmarshal(data, &rows); err != nil { // the test that writes the data checks it
		panic(err)
	}
	return rows
}
