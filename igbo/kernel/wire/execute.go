package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Output is one output of a cell, as in a notebook file.
type Output struct {
	// Type is stream, display_data, update_display_data, execute_result or error.
	Type string
	// Name is the name of the stream, stdout or stderr.
	Name string
	// Text is the stream's text.
	Text string
	// Data holds displayed data by MIME type.
	Data map[string]any
}

// Execution describes how a cell ended.
type Execution struct {
	// Status is ok, error or aborted.
	Status string `json:"status"`
	// Count is the kernel's number of the cell.
	Count int `json:"execution_count"`
	// ErrorName, ErrorValue and Traceback describe the failure.
	ErrorName  string   `json:"ename"`
	ErrorValue string   `json:"evalue"`
	Traceback  []string `json:"traceback"`
	// Outputs holds the output of the cell. Adjacent texts of one stream are joined.
	Outputs []Output `json:"-"`
	// Elapsed is the time from the request to the reply and the last output.
	Elapsed time.Duration `json:"-"`
}

// Stdout returns the cell's text on the standard output.
func (e Execution) Stdout() string { return e.stream("stdout") }

// Stderr returns the cell's text on the standard error.
func (e Execution) Stderr() string { return e.stream("stderr") }

func (e Execution) stream(name string) string {
	var text strings.Builder
	for _, o := range e.Outputs {
		if o.Type == "stream" && o.Name == name {
			text.WriteString(o.Text)
		}
	}
	return text.String()
}

// Err returns nil if the cell succeeded.
func (e Execution) Err() error {
	if e.Status == "ok" {
		return nil
	}
	return fmt.Errorf("wire: the cell ended with status %s: %s: %s", e.Status, e.ErrorName, e.ErrorValue)
}

// Execute runs a cell and waits until it has ended and sent all output. A cell that fails is not an error of Execute; see
// [Execution.Err]. It returns the errors of [Client.Send]. If the context ends, the cell keeps running; see [Client.Interrupt].
func (c *Client) Execute(ctx context.Context, code string) (Execution, error) {
	return c.ExecuteWatched(ctx, code, nil)
}

// ExecuteWatched executes a cell as Execute does. If watch is not nil, it calls watch for each output as it arrives.
func (c *Client) ExecuteWatched(ctx context.Context, code string, watch func(Output)) (Execution, error) {
	m, err := NewMessage("execute_request", c.session, nil, map[string]any{
		"code": code, "silent": false, "store_history": true, "user_expressions": struct{}{},
		"allow_stdin": c.Input != nil, "stop_on_error": true,
	})
	if err != nil {
		return Execution{}, err
	}
	start := time.Now()
	var e Execution
	var replied, idle bool
	var text strings.Builder
	err = c.Send(ctx, false, m, func(m *Message) bool {
		switch m.Header.Type {
		case "execute_reply":
			replied = true
			_ = json.Unmarshal(m.Content, &e) // missing fields stay empty
		case "status":
			idle = idle || m.State() == "idle"
		default:
			o, ok := outputOf(m)
			if !ok {
				break
			}
			if watch != nil {
				watch(o)
			}
			e.add(o, &text)
		}
		return replied && idle
	})
	e.Elapsed = time.Since(start)
	return e, err
}

// outputOf returns the output in a message, and false if the message is not an output.
func outputOf(m *Message) (Output, bool) {
	o := Output{Type: m.Header.Type}
	var err error
	switch m.Header.Type {
	case "stream":
		var s struct{ Name, Text string }
		err = json.Unmarshal(m.Content, &s)
		o.Name, o.Text = s.Name, s.Text
	case "display_data", "update_display_data", "execute_result":
		var d struct{ Data map[string]any }
		err = json.Unmarshal(m.Content, &d)
		o.Data = d.Data
	case "error":
		var f Execution
		err = json.Unmarshal(m.Content, &f)
		o.Name, o.Text = f.ErrorName+": "+f.ErrorValue, strings.Join(f.Traceback, "\n")
	default:
		return o, false
	}
	return o, err == nil
}

// add adds an output. It appends text to the previous output of the same stream, which the builder holds, because a cell may print very
// many lines.
func (e *Execution) add(o Output, text *strings.Builder) {
	if n := len(e.Outputs); n > 0 && o.Type == "stream" {
		if last := &e.Outputs[n-1]; last.Type == "stream" && last.Name == o.Name {
			text.WriteString(o.Text)
			last.Text = text.String()
			return
		}
	}
	text.Reset()
	text.WriteString(o.Text)
	e.Outputs = append(e.Outputs, o)
}
