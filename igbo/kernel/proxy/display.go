package proxy

import (
	"encoding/json"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	"github.com/igbolab/igbolab/plots/inline"
)

// frontEnds receives the output of a cell, from any executor, and makes messages for the front ends. It implements
// [executor.Output].
type frontEnds struct {
	*proxy
	cell *cell
}

// outputOf returns the target of a cell's output.
func (p *proxy) outputOf(c *cell) executor.Output {
	if c.own {
		return executor.Discard{}
	}
	return frontEnds{p, c}
}

// send sends a message about the cell. Output after the end of the cell is not limited, because a stateful cell can display later.
func (s frontEnds) send(kind string, content any) {
	switch m := s.message(kind, s.cell.Message, content); {
	case m == nil:
	case s.running == s.cell:
		s.output(s.cell, m)
	default:
		s.show(m)
	}
}

// Text implements [executor.Output].
func (s frontEnds) Text(stream, text string) {
	s.send("stream", map[string]string{"name": stream, "text": text})
}

// Comm implements [executor.Output].
func (s frontEnds) Comm(kind string, content json.RawMessage) {
	if m := s.message(kind, s.cell.Message, content); m != nil {
		s.follow(m)
		s.show(m)
	}
}

// Ask implements [executor.Output]. If the front end cannot ask the user, the cell would wait forever, so it ends.
func (s frontEnds) Ask(prompt string, password bool) {
	if !s.cell.request.Stdin {
		s.condemn(s.cell, noInput)
		return
	}
	s.askInput(s.cell, prompt, password)
}

// Full implements [executor.Output].
func (s frontEnds) Full() bool { return s.running == s.cell && s.cell.full }

// Display implements [executor.Output]. The value of the last expression is the cell's result, with a number.
func (s frontEnds) Display(d executor.Display) {
	if text, is := d.Data[message.ClearType].(string); is {
		s.send("clear_output", cleared(text))
		return
	}
	kind, content := contentOf(d)
	if c := s.cell; d.Result && s.running == c {
		switch {
		case c.bundle != nil: // a user expression: the reply has it
			c.bundle["data"], c.bundle["metadata"] = content["data"], content["metadata"]
			return
		case d.ID == "" && len(c.steps) <= c.trailing:
			kind, content["execution_count"] = "execute_result", s.count
			delete(content, "transient")
		}
	}
	s.send(kind, content)
}

// contentOf returns the content and the type of the message of a display.
func contentOf(d executor.Display) (kind string, content map[string]any) {
	transient := map[string]any{}
	if d.ID != "" {
		transient["display_id"] = d.ID
	}
	if d.Metadata == nil {
		d.Metadata = map[string]any{}
	}
	kind = "display_data"
	if d.Update {
		kind = "update_display_data"
	}
	return kind, map[string]any{"data": withValues(d.Data), "metadata": d.Metadata, "transient": transient}
}

// pageOutput receives what the engine runs in the page for stateful cells. It is not limited.
type pageOutput struct {
	executor.Discard
	proxy *proxy
}

// Display implements [executor.Output].
func (o pageOutput) Display(d executor.Display) {
	kind, content := contentOf(d)
	o.proxy.publish(o.proxy.statefulSession.last, kind, content)
}

// Comm implements [executor.Output].
func (o pageOutput) Comm(kind string, content json.RawMessage) {
	o.proxy.publish(o.proxy.statefulSession.last, kind, content)
}

// cleared returns the content of a message that clears the output of a cell.
func cleared(text string) map[string]bool {
	var asked struct{ Wait bool }
	_ = json.Unmarshal([]byte(text), &asked) // without the field it is cleared at once
	return map[string]bool{"wait": asked.Wait}
}

// withValues returns the data of a display with each JSON form as a value. Cells send JSON as text, because the messages of GoNB's library
// hold only text and bytes. Text that is not JSON is unchanged.
func withValues(data map[string]any) map[string]any {
	for kind, form := range data {
		if text, is := form.(string); is && inline.IsJSON(kind) && json.Valid([]byte(text)) {
			data[kind] = json.RawMessage(text)
		}
	}
	return data
}
