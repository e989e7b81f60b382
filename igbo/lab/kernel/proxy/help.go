package proxy

import (
	"context"
	"encoding/json"
	"time"
	"unicode/utf8"
)

// helpLimit is how long a person waits who asks.
const helpLimit = 5 * time.Second

// help answers what is asked about code under the cursor, also while a cell runs.
func (p *proxy) help(m incoming) {
	var asked struct {
		Code   string `json:"code"`
		Cursor int    `json:"cursor_pos"`
	}
	_ = json.Unmarshal(m.Content, &asked) // what cannot be read asks about nothing
	asked.Cursor = max(0, min(asked.Cursor, utf8.RuneCountInString(asked.Code)))
	kind, answer := "complete_reply", p.reader.Complete
	if m.Header.Type == "inspect_request" {
		kind, answer = "inspect_reply", p.reader.Inspect
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), helpLimit)
		defer cancel()
		content := answer(ctx, asked.Code, asked.Cursor)
		p.soon(func() { p.answered(m, kind, content) })
	}()
}

// learned has the reader follow a cell that has run.
func (p *proxy) learned(c *cell) {
	if c.own || c.failed || c.interrupted || c.request.Silent || p.reader.Exports == nil {
		return
	}
	number, code := p.count, c.request.Code
	go p.reader.Learn(number, code)
}
