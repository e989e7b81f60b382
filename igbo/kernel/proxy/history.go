package proxy

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/past"
)

// historyLimit is the number of cells of this kernel that are remembered for front ends, and resultLimit the maximum size of a result in
// bytes.
const (
	historyLimit = 1000
	resultLimit  = 10_000
)

// memory holds what front ends can request about earlier cells.
type memory struct {
	cells []past.Entry // of this kernel
	file  *past.File   // of all kernels, or nil
	tasks chan func()  // pending operations on the file, in order
}

// openHistory begins to store cells in a file. Without a path nothing is stored.
func (p *proxy) openHistory(path string) {
	if path == "" {
		return
	}
	p.past.file, p.past.tasks = &past.File{Path: path}, make(chan func(), 256)
	go func() {
		for do := range p.past.tasks {
			do()
		}
	}()
}

// remember records a cell for history requests.
func (p *proxy) remember(c *cell) {
	if !c.request.History {
		return
	}
	e := past.Entry{Count: p.count, Code: c.request.Code}
	p.past.cells = append(p.past.cells, e)
	if n := len(p.past.cells) - historyLimit; n > 0 {
		p.past.cells = slices.Delete(p.past.cells, 0, n)
	}
	p.withHistory(func() {
		if err := p.past.file.Add(&e); err != nil {
			p.soon(func() { p.complain("%v", err) })
		}
	})
}

// withHistory queues an operation on the file, if there is one. If the queue is full because the file is too slow, it drops the operation.
func (p *proxy) withHistory(do func()) bool {
	if p.past.file == nil {
		return false
	}
	select {
	case p.past.tasks <- do:
		return true
	default:
		return false
	}
}

// closeHistory waits for a moment until pending cells are stored.
func (p *proxy) closeHistory() {
	stored := make(chan struct{})
	if p.withHistory(func() { close(stored) }) {
		select {
		case <-stored:
		case <-time.After(time.Second):
		}
	}
}

// resulted records the text of a cell's result for history requests with outputs.
func (p *proxy) resulted(c *cell, content json.RawMessage) {
	var shown struct{ Data map[string]any }
	last := len(p.past.cells) - 1
	if !c.request.History || last < 0 || p.past.cells[last].Count != p.count || json.Unmarshal(content, &shown) != nil {
		return
	}
	if text, is := shown.Data["text/plain"].(string); is && len(text) <= resultLimit {
		p.past.cells[last].Output = text
	}
}

// historyRequest is the content of a request.
type historyRequest struct {
	Output  bool   `json:"output"`
	Kind    string `json:"hist_access_type"`
	Session int    `json:"session"`
	Start   *int   `json:"start"`
	Stop    *int   `json:"stop"`
	N       *int   `json:"n"`
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

// tellHistory lists cells of this kernel and, from the file, those of earlier sessions.
func (p *proxy) tellHistory(m incoming) {
	var asked historyRequest
	_ = json.Unmarshal(m.Content, &asked) // a malformed request asks for all cells
	own := slices.Clone(p.past.cells)
	list := func(before []past.Entry, session int) map[string]any {
		for i := range own {
			own[i].Session = session
		}
		return map[string]any{"status": "ok", "history": asked.list(append(before, own...), session)}
	}
	if !p.withHistory(func() {
		before, session, err := p.past.file.Before()
		content := list(before, session)
		p.soon(func() {
			if err != nil {
				p.complain("%v", err)
			}
			p.answered(m, "history_reply", content)
		})
	}) {
		p.answered(m, "history_reply", list(nil, 1))
	}
}

// list returns the requested cells in the form of a reply: session, number and code, or code and output.
func (h historyRequest) list(all []past.Entry, session int) [][]any {
	found := [][]any{}
	for _, e := range h.of(all, session) {
		var input any = e.Code
		if h.Output {
			input = []any{e.Code, nil}
			if e.Output != "" {
				input = []any{e.Code, e.Output}
			}
		}
		found = append(found, []any{e.Session, e.Count, input})
	}
	return found
}

// of returns the requested cells. A session of 0 or less counts back from this one.
func (h historyRequest) of(all []past.Entry, session int) (found []past.Entry) {
	if h.Session <= 0 {
		h.Session += session
	}
	if h.Pattern == "" {
		h.Pattern = "*"
	}
	newest := map[string]int{}
	for i, e := range all {
		newest[e.Code] = i
	}
	for i, e := range all {
		switch {
		case h.Kind == "range" && (h.Session != e.Session || !h.within(all, e)):
		case h.Kind == "search" && !matches(h.Pattern, e.Code):
		case h.Kind == "search" && h.Unique && newest[e.Code] != i:
		default:
			found = append(found, e)
		}
	}
	if h.Kind != "range" && h.N != nil && *h.N >= 0 && len(found) > *h.N {
		found = found[len(found)-*h.N:]
	}
	return found
}

// within reports whether a cell is in the requested range. Negative bounds count from the end of the session.
func (h historyRequest) within(all []past.Entry, e past.Entry) bool {
	last := 0
	for _, other := range all {
		if other.Session == e.Session {
			last = max(last, other.Count)
		}
	}
	from, to := 1, last+1
	for _, bound := range []struct{ at, to *int }{{h.Start, &from}, {h.Stop, &to}} {
		if bound.at == nil {
			continue
		}
		if *bound.to = *bound.at; *bound.at < 0 {
			*bound.to = last + 1 + *bound.at
		}
	}
	return e.Count >= from && e.Count < to
}

// matches reports whether a cell matches a pattern of *, ? and brackets, in which a newline is an ordinary character.
func matches(pattern, code string) bool {
	flat := strings.NewReplacer("/", "\x00", "\n", "\x01")
	ok, err := path.Match(strings.ReplaceAll(flat.Replace(pattern), "\\", "\\\\"), flat.Replace(code))
	return ok && err == nil
}
