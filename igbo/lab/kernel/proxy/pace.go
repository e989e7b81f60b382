package proxy

import (
	"time"

	"github.com/igbolab/igbolab/igbo/lab/session"
)

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
	if c == nil || c.own || c.lives || c.paused != nil || c.interrupted || c.replied {
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
