package proxy

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

const (
	heldLimit = 256 << 10   // bytes of the standard error that wait; the first lines of a panic are the most useful
	heldTime  = time.Second // how long they wait for the cell to end
	panicTime = time.Minute // the same for a panic, because a deep stack takes long to write
)

// held is the end of a cell's standard error, which may become its failure.
type held struct {
	text     strings.Builder
	first    time.Time
	panicked bool // it begins with a panic
	exit     int  // where the engine's line about the exit starts, -1 without one
	used     int  // the failure reports the text from here on
}

// overdue reports whether waiting text must be shown because the cell continues.
func (h *held) overdue() bool {
	limit := heldTime
	if text := h.text.String(); h.panicked && (strings.HasPrefix(text, "runtime: goroutine stack exceeds ") || stackLine.MatchString(text)) {
		limit = panicTime
	}
	return h.text.Len() > 0 && time.Since(h.first) > limit
}

// stackLine matches the first line of a stack.
var stackLine = regexp.MustCompile(`(?m)^goroutine \d+ .*\[.*\]:$`)

// placeLine matches the position of an error at the end of a program's output.
var placeLine = regexp.MustCompile(`(?m)^\t.*(?:main(?:_test)?|cell_\d+)\.go:\d+\n\z`)

// stderr handles text that the cell printed to standard error. It returns true if the text waits.
func (p *proxy) stderr(c *cell, m *wire.Message) bool {
	var s struct{ Name, Text string }
	if json.Unmarshal(m.Content, &s) != nil || s.Name != "stderr" {
		return false
	}
	h, at := &c.held, 0
	if h.text.Len() == 0 {
		*h = held{exit: -1, used: -1, first: time.Now()}
		switch start := explain.PanicLine.FindStringIndex(s.Text); {
		case start != nil:
			at, h.panicked = start[0], true
		case placeLine.MatchString(s.Text), explain.IsExit(s.Text):
		default:
			return false
		}
		if at > 0 {
			p.say(c, "stderr", s.Text[:at])
		}
	}
	switch exit := explain.IsExit(s.Text); {
	case exit:
		h.exit = h.text.Len()
	case h.text.Len()+len(s.Text)-at <= heldLimit:
	case h.panicked: // the stacks of many goroutines
		return true
	default:
		p.release(c)
		return false
	}
	h.text.WriteString(s.Text[at:])
	return true
}

// release shows the waiting text, except for what a failure reports.
func (p *proxy) release(c *cell) {
	h := &c.held
	text := h.text.String()
	if h.used >= 0 && h.used <= len(text) {
		text = text[:h.used]
	}
	*h = held{used: -1}
	if text != "" {
		p.say(c, "stderr", text)
	}
}

// say publishes text of the cell on one of its streams.
func (p *proxy) say(c *cell, stream, text string) {
	if m := p.message("stream", c.Message, map[string]string{"name": stream, "text": text}); m != nil && !c.request.Silent && !c.capture.take(m) {
		p.show(m)
	}
}
