package proxy

// interrupt ends the running cell, and tells the front ends that the queued cells will not run.
func (p *proxy) interrupt() {
	p.abort()
	c := p.running
	if c == nil || c.own {
		return
	}
	c.interrupted = true
	p.unblock(c)
	c.on.Interrupt()
}

// unblock ends what a cell waits for: a compiler that has not started, or an answer, for which the cell gets the end of the input.
func (p *proxy) unblock(c *cell) {
	if c.cancel != nil {
		c.cancel()
	}
	if c.reader.asked {
		c.on.EndInput()
	}
}

// condemn ends the cell by force, for a reason that it will show.
func (p *proxy) condemn(c *cell, v cause) {
	if c.cause != nil || p.running != c {
		return
	}
	c.cause = &v
	p.unblock(c)
	c.on.Kill()
}
