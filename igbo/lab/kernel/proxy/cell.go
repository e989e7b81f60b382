package proxy

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/pressure"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
	"github.com/igbolab/igbolab/igbo/lab/session"
)

// cell is one execute request.
type cell struct {
	incoming
	own     bool // the proxy's own, of which front ends learn nothing
	request executeRequest
	started time.Time

	lives    bool // in the living process, or is answered by the proxy: the engine does not see it
	begun    bool // front ends know already that it runs
	timed    bool // it asks how long it takes
	cancel   func()
	required []string // modules that it fetches

	reply, idle *wire.Message // what has come of its end
	failed      bool
	raw         failure  // what the engine said of its failure
	fault       *failure // why it failed, where the engine does not say
	interrupted bool
	verdict     *verdict // why the proxy ends it, where it does

	held          held
	sent, updated int                      // bytes of output, and of updates of what is displayed
	full          bool                     // what more it says is dropped
	late          map[string]*wire.Message // updates that wait, by what they update
	paused        []int                    // its processes while they wait for what it sent to arrive

	threads      int           // of the system when it began, or was last looked at
	first        int           // the number that the system gave last to a process before it began
	born         time.Duration // when it began, as [session.Uptime]
	resident     int64         // what living values held when little memory was left for the first time while it ran
	walked, over time.Time
	forced       time.Time // when it was first ended by force
}

// executeRequest is the content of one, complete: the engine takes every field for granted.
type executeRequest struct {
	Code        string          `json:"code"`
	Silent      bool            `json:"silent"`
	History     bool            `json:"store_history"`
	Expressions json.RawMessage `json:"user_expressions,omitempty"`
	Stdin       bool            `json:"allow_stdin"`
	Stop        bool            `json:"stop_on_error"`
}

// verdict is why the proxy ends a cell.
type verdict struct{ name, value string }

// enqueue takes an execute request; the engine gets one at a time.
func (p *proxy) enqueue(m incoming) {
	c := &cell{incoming: m, request: executeRequest{History: true, Stop: true}}
	if err := json.Unmarshal(m.Content, &c.request); err != nil {
		p.answered(m, "execute_reply", map[string]any{
			"status": "error", "ename": "BadRequest", "evalue": err.Error(), "traceback": []string{err.Error()},
		})
		return
	}
	c.request.History = c.request.History && !c.request.Silent
	p.queue = append(p.queue, c)
	p.next()
}

// next gives the engine the next cell, if it is free.
func (p *proxy) next() {
	if p.info != nil && p.running == nil && len(p.queue) > 0 && !p.finished {
		c := p.queue[0]
		p.queue = p.queue[1:]
		p.running, c.started, c.walked, c.first, c.born = c, time.Now(), time.Now(), pressure.Newest(), session.Uptime()
		p.skipping.Store(false)
		if c.request.History {
			p.count++
		}
		p.cells.Add(p.count, c.request.Code)
		c.threads, _ = pressure.Threads()
		p.tick.Reset(watchInterval)
		p.tellWaiting()
		switch {
		case p.magic(c):
		case p.lives(c):
			p.live(c)
		default:
			p.engage(c)
		}
		return
	}
	p.tellWaiting()
}

// engage gives a cell to the engine.
func (p *proxy) engage(c *cell) {
	request := c.request
	if !c.own {
		request.Code = p.borrowed(c)
	}
	if content, err := json.Marshal(request); err == nil && !c.own {
		c.Content = content
	}
	if c.request.History {
		p.numbers = append(p.numbers, p.count)
	}
	p.forward(p.engine.shell, c.incoming)
}

// number is the front ends' number of a cell that the engine counts as n: it does not see all of them.
func (p *proxy) number(n int) int {
	if n < 1 || n > len(p.numbers) {
		return n
	}
	return p.numbers[n-1]
}

// renumber puts the front ends' number into a message of the engine.
func (p *proxy) renumber(m *wire.Message) {
	if len(p.numbers) == p.count {
		return
	}
	var content map[string]any
	if json.Unmarshal(m.Content, &content) != nil || content["execution_count"] == nil {
		return
	}
	content["execution_count"] = p.count
	if text, err := json.Marshal(content); err == nil {
		m.Content = text
	}
}

// advance goes on to the next cell once the engine has said all about the one that
// runs: then it is known why it failed, and what it has started ends.
func (p *proxy) advance() {
	c := p.running
	if c == nil || c.reply == nil || c.idle == nil {
		return
	}
	p.running = nil
	if c.failed || c.interrupted {
		p.cells.Fail(p.count)
	}
	if !c.own {
		p.conclude(c)
		if !c.lives {
			p.sweep(c)
		}
	}
	if c.interrupted || c.failed && c.request.Stop {
		p.abort()
	}
	p.next()
}

// abort tells the front ends that the cells that wait will not run.
func (p *proxy) abort() {
	waiting := p.queue
	p.queue = nil
	for _, c := range waiting {
		if c.own {
			p.queue = append(p.queue, c)
			continue
		}
		p.answered(c.incoming, "execute_reply", map[string]any{
			"status": "aborted", "ename": "Aborted", "evalue": "a cell before it failed, or was interrupted", "traceback": []string{},
		})
	}
	p.tellWaiting()
}

// tellWaiting writes how many cells wait into the file that cells know.
func (p *proxy) tellWaiting() {
	n := len(p.queue)
	if n == p.waiting {
		return
	}
	path := filepath.Join(p.session.Folder, "waiting")
	draft := path + ".draft"
	err := os.WriteFile(draft, []byte(strconv.Itoa(n)), 0o600)
	if err == nil {
		err = os.Rename(draft, path)
	}
	if err != nil {
		p.complain("%v", err)
		return
	}
	p.waiting = n
}
