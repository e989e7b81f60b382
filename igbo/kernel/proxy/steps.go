package proxy

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// plan splits a cell into steps, which run one after another until one fails. If it returns a failure, no step runs.
func (p *proxy) plan(c *cell) *failure {
	code, above := c.request.Code, ""
	for magic.IsWhole(code) {
		line, rest, _ := strings.Cut(code, "\n")
		words := magic.Words(line)
		switch m, known := magic.Find(words[0]); {
		case !known:
			return refusal(magic.Unknown(words[0]))
		case m.Program:
			c.steps = append(c.steps, func() { p.script(c, above+code) })
			return nil
		case m.Name == "%timeit":
			body, fault := measured(words[1:], rest+"\n")
			if fault != nil {
				return fault
			}
			rest = body
			above, code = above+"%%\n", rest
		default:
			if fault := p.wholeCell(c, words); fault != nil {
				return fault
			}
			above, code = above+"\n", rest
		}
	}
	parts := magic.Split(above + code)
	program := !p.persists()
	for _, part := range parts {
		switch fault := p.checked(c, part); {
		case fault != nil:
			return fault
		case p.isProgram(c, part) || c.race:
			program = true
		}
	}
	if program {
		p.planProgram(c, above+code, parts)
	} else {
		for _, part := range parts {
			c.steps = append(c.steps, p.step(c, part))
		}
		p.planTests(c, parts)
	}
	if c.capture != nil {
		c.steps = append(c.steps, func() { p.captured(c) })
	}
	if len(c.request.Expressions) > 0 {
		c.steps = append(c.steps, func() { p.express(c) })
		c.trailing++
	}
	return nil
}

// needsProcess reports whether a cell has Go code.
func needsProcess(code string) bool {
	body, script := magic.Body(code)
	return !script && slices.ContainsFunc(magic.Split(body), func(part magic.Part) bool { return part.Line == "" })
}

// isProgram reports whether a part makes its cell a program, or applies only to programs.
func (p *proxy) isProgram(c *cell, part magic.Part) bool {
	if part.Line == "" {
		_, _, _, arguments := cells.Cut(part.Code)
		return len(arguments) > 0
	}
	m, _ := magic.Find(magic.Name(part.Line))
	if m.Name == "%test" {
		return !p.persists() || c.race || testProgram(part.Line)
	}
	return m.Program
}

// checked checks a part before anything runs.
func (p *proxy) checked(c *cell, part magic.Part) *failure {
	name := magic.Name(part.Line)
	if !strings.HasPrefix(name, "%") {
		return nil
	}
	words := magic.Words(part.Line)
	switch m, known := magic.Find(name); {
	case strings.HasPrefix(name, "%%") && known:
		return refusal(name + " must be the first line of its cell")
	case !known:
		return refusal(magic.Unknown(name))
	case m.Name == "%goflags" && strings.Contains(part.Line, "-race"):
		return refusal("%goflags cannot set -race (use %race, which needs a C compiler)")
	case m.Name == "%test" && p.persists() && !testProgram(part.Line):
		if len(words) > 2 {
			return refusal(fmt.Sprintf("%%test needs one pattern, got %d (a|b matches both a and b)", len(words)-1))
		}
		c.testing = new(strings.Join(words[1:], ""))
	case m.Name == "%race", m.Name == "%capture", m.Name == "%time" && len(words) == 1, m.Name == "%with_password", m.Name == "%with_inputs":
		return p.wholeCell(c, words)
	}
	return nil
}

// wholeCell handles a magic that applies to the whole cell.
func (p *proxy) wholeCell(c *cell, words []string) *failure {
	switch strings.TrimPrefix(words[0], "%") {
	case "%time", "time":
		c.timed = true
	case "%race", "race":
		c.race = true
		return p.raceable()
	case "%capture", "capture":
		return p.startCapture(c, words[1:])
	case "with_password":
		c.password = true
	case "with_inputs":
		c.inputs = true
	}
	return nil
}

// planProgram returns the steps of a cell that is a program: the kernel lines before the last Go code, the program, and the lines after it.
// Lines for the program stay in its text.
func (p *proxy) planProgram(c *cell, code string, parts []magic.Part) {
	last := -1
	text := make([]string, strings.Count(code, "\n")+1)
	for i, part := range parts {
		if part.Line != "" && !p.isProgram(c, part) {
			continue
		}
		last = i
		if part.Line != "" {
			text[part.At-1] = part.Line
			continue
		}
		for k, line := range strings.Split(part.Code, "\n") {
			if strings.TrimSpace(line) != "" {
				text[k] = line
			}
		}
	}
	for i, part := range parts {
		if i == last {
			if c.race {
				c.steps = append(c.steps, func() { p.quietly(c, "%goflags -race "+p.goflags, p.engaged(c)) })
			}
			c.steps = append(c.steps, func() { p.runProgram(c, strings.Join(text, "\n")) })
		} else if part.Line != "" && !p.isProgram(c, part) {
			c.steps = append(c.steps, p.step(c, part))
		}
	}
}

// step returns the function that runs a part.
func (p *proxy) step(c *cell, part magic.Part) func() {
	if part.Line == "" {
		return func() { p.runOrDebug(c, part.Code) }
	}
	return func() { p.line(c, part) }
}

// proceed runs the next step, or ends the cell.
func (p *proxy) proceed(c *cell) {
	c.stepped, c.on = time.Now(), p.runner()
	if len(c.steps) == 0 {
		p.close(c, nil)
		return
	}
	next := c.steps[0]
	c.steps = c.steps[1:]
	next()
}

// goesOn runs the next step of a cell if the last one has succeeded. It returns false if the cell has ended.
func (p *proxy) goesOn(c *cell) bool {
	if c.own || c.failed || c.interrupted || c.cause != nil || len(c.steps) == 0 {
		return false
	}
	p.release(c)
	c.on.sweep(c)
	p.proceed(c)
	return true
}
