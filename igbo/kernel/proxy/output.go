package proxy

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// updateRate limits display updates beyond the output limit, in bytes per second. An update replaces what was shown, so a long cell can
// send many.
const updateRate = 1 << 20

// outputs records what a cell has shown, and which output is pending.
type outputs struct {
	held          held
	sent, updated int                      // bytes of output, and of display updates
	full          bool                     // further output is dropped
	late          map[string]*wire.Message // pending updates, by display ID
	capture       *capture
	bundle        map[string]any // displayed value of a user expression; nil if none is computed
}

// outputLimit returns the limit from the environment variable.
func outputLimit() (int, error) {
	text := os.Getenv(OutputVariable)
	if text == "" {
		return DefaultOutputLimit, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("proxy: %s=%q must be a number of bytes, at least 1", OutputVariable, text)
	}
	return n, nil
}

// output passes on an output of the running cell, within its limits.
func (p *proxy) output(c *cell, m *wire.Message) {
	if m.Header.Type == "update_display_data" && !c.request.Silent {
		p.update(c, m)
		return
	}
	if m.Header.Type == "stream" && p.stderr(c, m) || c.full || c.request.Silent || c.capture.take(m) {
		return
	}
	if c.sent += size(m); c.sent > p.limit {
		c.full = true
		p.say(c, "stderr", fmt.Sprintf("\n[the cell has sent more than %d MB of output; the rest is dropped (set a larger limit in bytes with %s)]\n",
			p.limit/1_000_000, OutputVariable))
		return
	}
	if m.Header.Type == "execute_result" {
		p.resulted(c, m.Content)
	}
	p.show(m)
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

// update forwards a display update, or stores it until the rate allows it. A newer update of the same display replaces it.
func (p *proxy) update(c *cell, m *wire.Message) {
	space := p.limit + int(time.Since(c.started).Seconds()*updateRate)
	id := displayID(m)
	if c.updated+size(m) > space {
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

// catchUp forwards the stored updates. At the end of a cell it forwards all of them.
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
	_ = json.Unmarshal(m.Content, &d) // updates without an ID are treated alike
	return d.Transient.ID
}
