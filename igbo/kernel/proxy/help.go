package proxy

import (
	"context"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
)

// helpLimit limits the time of an answer.
const helpLimit = 5 * time.Second

// help answers requests about the code at the cursor, also while a cell runs.
func (p *proxy) help(m incoming) {
	var asked struct {
		Code   string `json:"code"`
		Cursor int    `json:"cursor_pos"`
	}
	_ = json.Unmarshal(m.Content, &asked) // a malformed request has no cursor
	asked.Cursor = max(0, min(asked.Cursor, utf8.RuneCountInString(asked.Code)))
	on := p.runner()
	kind, answer := "complete_reply", on.Complete
	if m.Header.Type == "inspect_request" {
		kind, answer = "inspect_reply", on.Inspect
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), helpLimit)
		defer cancel()
		content := answer(ctx, asked.Code, asked.Cursor)
		p.soon(func() { p.answered(m, kind, content) })
	}()
}

// Inspect implements [executor.Helper]: it adds the value of a variable and the fault at the cursor.
func (l *statefulSession) Inspect(ctx context.Context, code string, cursor int) map[string]any {
	content := l.proxy.reader.Inspect(ctx, code, cursor)
	valued(ctx, asked(ctx, l.proxy.soon, l.proxy.viewNow), content)
	fault := asked(ctx, l.proxy.soon, func() string { return l.proxy.faultAt(code, cursor) })
	if fault == "" {
		return content
	}
	text := "error: " + fault
	if data, is := content["data"].(map[string]string); is {
		text += "\n\n" + data["text/plain"]
	}
	return map[string]any{"status": "ok", "found": true, "data": map[string]string{"text/plain": text}, "metadata": struct{}{}}
}

// asked returns a result from the proxy's goroutine, or the zero value if the context ends first.
func asked[T any](ctx context.Context, post func(func()), f func() T) (value T) {
	answer := make(chan T, 1)
	post(func() { answer <- f() })
	select {
	case value = <-answer:
	case <-ctx.Done():
	}
	return value
}

// learned passes the declarations of a cell that ran to the reader.
func (p *proxy) learned(c *cell) {
	if c.own || c.failed || c.interrupted || c.request.Silent || p.reader.Exports == nil {
		return
	}
	number, code := p.count, c.request.Code
	go p.reader.Learn(number, code)
}

// valued adds the value of a variable of earlier cells to the answer about its name, if it can be read now.
func valued(ctx context.Context, view executor.View, content map[string]any) {
	data, is := content["data"].(map[string]string)
	if view == nil || !is || !strings.Contains(data["text/plain"], "declared in cell [") {
		return
	}
	name, is := strings.CutPrefix(data["text/plain"], "var ")
	if end := strings.IndexAny(name, " \n"); is && end > 0 {
		if v, found := view.One(ctx, name[:end]); found && v.Text != "" {
			data["text/plain"] += "\nvalue: " + v.Text
		}
	}
}
