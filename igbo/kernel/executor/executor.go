package executor

import (
	"context"
	"encoding/json"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Helper answers questions about the code of a cell, also while a cell runs. The answers are the contents of Jupyter's replies.
type Helper interface {
	// Complete returns what can be inserted at the cursor, which is counted in characters.
	Complete(ctx context.Context, code string, cursor int) map[string]any
	// Inspect returns a description of the name at the cursor.
	Inspect(ctx context.Context, code string, cursor int) map[string]any
}

// Executor runs Go code, one cell at a time.
type Executor interface {
	Helper
	// Run runs a cell, and returns when the cell has ended and all its output has arrived. If ctx ends before the code runs, the code does
	// not run. Running code is ended by Interrupt.
	//
	// It returns [cells.Faults] if the code is not valid Go, [cells.Foreign] if another executor must run it, or the error of ctx.
	Run(ctx context.Context, c Cell, out Output) (Result, error)
	// Interrupt ends the running cell. The cell may clean up.
	Interrupt()
	// Kill ends the running cell by force, if necessary with all values.
	Kill()
	// Close ends the executor and everything that cells have started.
	Close()
}

// Input is an Executor whose cells can read a standard input.
type Input interface {
	// Reads reports whether the running cell waits for its input.
	Reads() bool
	// Input sends a line to the running cell.
	Input(line string) error
	// EndInput ends the input of the running cell, and reports whether it could. Otherwise the cell would wait forever.
	EndInput() bool
}

// Cell is Go code that runs.
type Cell struct {
	// ID identifies the code in the notebook: running it again replaces its declarations. It is empty if the front end does not identify
	// cells.
	ID string
	// Number is the number of the cell that front ends show. Counted reports whether they count the cell.
	Number  int
	Counted bool
	// Code is Go code with blanks instead of the other lines of the cell, so lines and columns are those of the cell.
	Code string
	// Silent reports whether the cell's output is dropped, and Stdin whether the front end can ask the user for input.
	Silent, Stdin bool
}

// Output receives the output of a cell, in order. Until the next cell runs, output can also arrive after the end of the cell. One goroutine
// calls its methods.
type Output interface {
	// Text receives text of a stream, stdout or stderr.
	Text(stream, text string)
	// Display receives displayed data.
	Display(d Display)
	// Comm receives a comm message for the page: comm_open, comm_msg or comm_close.
	Comm(kind string, content json.RawMessage)
	// Ask asks the user for a line. [Input.Input] receives the answer.
	Ask(prompt string, password bool)
	// Full reports whether further output is dropped. An executor then need not send it.
	Full() bool
}

// Display holds displayed data.
type Display struct {
	// Data holds the data in several forms, by MIME type.
	Data map[string]any
	// Metadata describes the forms.
	Metadata map[string]any
	// ID identifies a display that can be updated, and Update reports whether this is an update.
	ID     string
	Update bool
	// Result reports whether it is the value of the last expression.
	Result bool
}

// Ends of a cell.
const (
	Done        = message.Done
	Panicked    = message.Panicked
	Exited      = message.Exited
	Interrupted = message.Interrupted
	Abandoned   = message.Abandoned // it was blocked, and ends when it resumes
	Died        = "died"            // the process of stateful cells has ended with it
	Failed      = "failed"          // the executor's text gives the reason
)

// Result describes how a cell ended.
type Result struct {
	// End is how it ended.
	End string
	// Text is a panic with its stack, or the reason why the cell failed. Code is the argument of os.Exit.
	Text string
	Code int
	// Hints give the positions of the lines of Text, one for each line, if the cell failed.
	Hints []string
	// Notes are printed next to the output.
	Notes []string
	// Lost lists variables that ended with the process. Those in Saved can be restored.
	Lost, Saved []string

	// Line is the line of the cell's own statement that did not complete, or 0 if all did or it is unknown.
	Line int

	// Effect reports which cells are stale after this one; it is empty if the cell was not compiled or values do not persist.
	Effect cells.Effect

	// Took is the run time of the code, and Prepared the time to compile and link it. If they are not known separately, Total is their sum.
	Took, Prepared, Total time.Duration
}

// Discard is an Output that drops everything.
type Discard struct{}

// Text implements [Output].
func (Discard) Text(string, string) {}

// Display implements [Output].
func (Discard) Display(Display) {}

// Comm implements [Output].
func (Discard) Comm(string, json.RawMessage) {}

// Ask implements [Output].
func (Discard) Ask(string, bool) {}

// Full implements [Output].
func (Discard) Full() bool { return false }
