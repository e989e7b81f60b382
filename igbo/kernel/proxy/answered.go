package proxy

import (
	"encoding/json"
	"time"
)

// close ends a step, with a failure or nil.
func (p *proxy) close(c *cell, fault *failure) {
	if p.running != c {
		return
	}
	c.fault, c.failed = fault, fault != nil
	p.advance(c)
}

// conclude reports to the front ends how a cell ended.
func (p *proxy) conclude(c *cell) {
	p.catchUp(c, true)
	p.concludeRequired(c)
	p.tellLinked(c)
	if c.timed && !c.failed {
		p.tellTime(c, c.ran, c.prepared, c.total)
	}
	if c.race {
		p.unrace()
	}
	p.tellStale(c)
	content := map[string]any{"status": "ok", "execution_count": p.count, "user_expressions": c.expressed, "payload": []any{}}
	if c.expressed == nil {
		content["user_expressions"] = struct{}{}
	}
	if c.failed || c.interrupted || c.cause != nil {
		f := p.explain(c)
		p.release(c)
		if !c.request.Silent {
			p.publish(c.Message, "error", f)
		}
		c.failed = true
		content["status"], content["ename"], content["evalue"], content["traceback"] = "error", f.Name, f.Value, f.Traceback
		content["user_expressions"] = struct{}{}
	} else {
		p.release(c)
		p.learned(c)
	}
	if m := p.message("execute_reply", c.Message, content); m != nil && !c.again { // nobody waits for another reply
		m.Metadata, _ = json.Marshal(map[string]any{"started": c.started.UTC().Format(time.RFC3339Nano), "status": content["status"]})
		p.hubs[c.channel].Send(c.id, p.encode(m))
	}
	p.status(c.Message, "idle")
}
