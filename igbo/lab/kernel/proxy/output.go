package proxy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
	"github.com/igbolab/igbolab/igbo/lab/session"
)

// updateRate is how many bytes a second of updates of what is displayed pass beyond
// the limit: an update takes the place of what was there, so that a long cell may send many.
const updateRate = 1 << 20

// outputLimit is the limit that the environment sets.
func outputLimit() (int, error) {
	text := os.Getenv(OutputVariable)
	if text == "" {
		return DefaultOutputLimit, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("proxy: %s is %q, expected a number of bytes of at least 1", OutputVariable, text)
	}
	return n, nil
}

// output passes on an output of the cell that runs, within its bounds.
func (p *proxy) output(c *cell, m *wire.Message) {
	if m.Header.Type == "update_display_data" {
		p.update(c, m)
		return
	}
	if m.Header.Type == "stream" && p.stderr(c, m) || c.full {
		return
	}
	if c.sent += size(m); c.sent > p.limit {
		c.full = true
		p.skipping.Store(true)
		p.say(c, "stderr", fmt.Sprintf("\n[the cell has sent more than %d MB of output; what follows is dropped (%s sets another limit, in bytes)]\n",
			p.limit/1_000_000, OutputVariable))
		return
	}
	p.show(m)
}

// Marks of what may be dropped unread once a cell has said too much.
var (
	streamMark, displayMark = []byte(`"msg_type":"stream"`), []byte(`"msg_type":"display_data"`)
	stdoutMark              = []byte(`{"name":"stdout"`)
)

// superfluous tells a message that would be dropped when it is read: all but the standard error's, which may hold a panic.
func superfluous(frames [][]byte) bool {
	at := slices.IndexFunc(frames, func(f []byte) bool { return bytes.Equal(f, wire.Delimiter) })
	if at < 0 || len(frames) < at+6 {
		return false
	}
	header, content := frames[at+2], frames[at+5]
	return bytes.Contains(header, displayMark) || bytes.Contains(header, streamMark) && bytes.HasPrefix(content, stdoutMark)
}

// show publishes a message.
func (p *proxy) show(m *wire.Message) {
	out := *m
	out.Identities = [][]byte{[]byte("kernel." + m.Header.Type)}
	p.hubs["iopub"].Publish(p.encode(&out))
}

func size(m *wire.Message) int {
	n := len(m.Content)
	for _, b := range m.Buffers {
		n += len(b)
	}
	return n
}

// update passes on an update of what is displayed, or keeps it until there is
// room; a newer one takes its place.
func (p *proxy) update(c *cell, m *wire.Message) {
	room := p.limit + int(time.Since(c.started).Seconds()*updateRate)
	id := displayID(m)
	if c.updated+size(m) > room {
		if c.late == nil {
			c.late = map[string]*wire.Message{}
		}
		c.late[id] = m
		return
	}
	delete(c.late, id)
	c.updated += size(m)
	p.show(m)
}

// catchUp passes on the updates that were kept, at the end of a cell all of them.
func (p *proxy) catchUp(c *cell, all bool) {
	for id, m := range c.late {
		if all {
			delete(c.late, id)
			p.show(m)
			continue
		}
		p.update(c, m)
	}
}

func displayID(m *wire.Message) string {
	var d struct {
		Transient struct {
			ID string `json:"display_id"`
		} `json:"transient"`
	}
	_ = json.Unmarshal(m.Content, &d) // without one it is like any other without one
	return d.Transient.ID
}

const (
	// flowLimit is how many bytes a cell may send before it has to wait until all of it has
	// arrived. The engine keeps what it has not sent in memory, without a bound of its own.
	flowLimit = 1 << 20
	// droppedFlow is the same for a cell whose output is dropped.
	droppedFlow = 256 << 10
	// messageCost is counted for each message beside its content.
	messageCost = 100
	// drained is how long nothing must come for all to have arrived.
	drained = 20 * time.Millisecond
)

// pace counts what the engine sends, and makes the cell wait where that is too fast.
func (p *proxy) pace(frames [][]byte) {
	p.heard.Store(time.Now().UnixNano())
	content := len(frames[len(frames)-1]) // the engine sends no buffers
	limit := int64(flowLimit)
	if p.skipping.Load() {
		limit = droppedFlow
	}
	if p.flow.Add(int64(messageCost+content)) > limit {
		p.flow.Store(0)
		p.urgent <- p.pause
	}
}

// pause makes the cell wait.
func (p *proxy) pause() {
	c := p.running
	if c == nil || c.own || c.lives || c.paused != nil || c.interrupted || c.reply != nil {
		return
	}
	paused, err := p.session.PauseOthers(p.keep)
	if err != nil {
		p.complain("%v", err)
		return
	}
	c.paused = paused
	p.resumeLater(c)
}

// resumeLater lets the cell go on once nothing of what it sent is under way.
func (p *proxy) resumeLater(c *cell) {
	time.AfterFunc(drained, func() {
		p.events <- func() {
			switch {
			case c.paused == nil || p.finished:
			case time.Since(time.Unix(0, p.heard.Load())) > drained:
				p.resume(c)
			default:
				p.resumeLater(c)
			}
		}
	})
}

// resume lets the cell go on.
func (p *proxy) resume(c *cell) {
	session.Resume(c.paused)
	c.paused = nil
}
