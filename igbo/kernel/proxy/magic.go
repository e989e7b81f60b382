package proxy

import (
	"context"
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
)

// line runs a kernel line that GoNB does not get.
func (p *proxy) line(c *cell, part magic.Part) {
	text, words := part.Line, magic.Words(part.Line)
	rest := strings.TrimSpace(strings.TrimPrefix(text, magic.Name(text)))
	p.begin(c)
	switch magic.Name(text) {
	case "!":
		p.command(c, text)
	case "?":
		p.question(c, strings.Trim(text, "? \t"))
	case "%help":
		p.tell(c, magic.Help)
	case "%lsmagic":
		p.tell(c, magic.List())
	case "%live":
		p.close(c, p.switchStateful(c, words[1:]))
	case "%stale":
		p.listStale(c)
	case "%reactive":
		p.close(c, p.switchReactive(c, words[1:]))
	case "%export":
		p.export(c, words[1:])
	case "%who":
		p.who(c)
	case "%reset":
		p.reset(c, text)
	case "%restore":
		p.restore(c)
	case "%require":
		if !p.require(c, words[1:]) {
			p.engage(c, c.request.Code, p.engaged(c))
		}
	case "%cd":
		p.changeDir(c, rest)
	case "%env":
		p.environment(c, rest)
	case "%timeit":
		code, fault := measured(words[1:], behindFlags(rest))
		if fault != nil {
			p.close(c, fault)
			return
		}
		p.code(c, part.Within(code))
	case "%time":
		if rest == "" { // the whole cell is timed
			p.close(c, nil)
			return
		}
		c.timedStep = true
		p.code(c, part.Within(rest))
	default: // checked already before the first step
		p.close(c, nil)
	}
}

// code runs Go code of a kernel line.
func (p *proxy) code(c *cell, part magic.Part) {
	if p.persists() {
		p.runStateful(c, part.Code)
		return
	}
	p.runProgram(c, part.Code)
}

// tell ends a step with a text.
func (p *proxy) tell(c *cell, text string) {
	p.say(c, "stdout", text)
	p.close(c, nil)
}

// refusal is a failure of a command.
func refusal(text string) *failure {
	return new(explain.Reported("Refused", text))
}

// switchStateful makes later cells stateful, or programs, and reports which they are.
func (p *proxy) switchStateful(c *cell, words []string) *failure {
	switch asked := strings.Join(words, " "); {
	case asked == "off":
		p.Stateful.On = false
	case asked == "on" && p.Stateful.Why != nil:
		return refusal("cells cannot be stateful here: " + p.Stateful.Why.Error())
	case asked == "on" && p.Stateful.Made.Folder == "":
		return refusal("cells cannot be stateful here: this kernel was started without stateful cells")
	case asked == "on":
		p.Stateful.On = true
	case asked != "":
		return refusal(fmt.Sprintf("%%live must be followed by on or off, got %q", asked))
	}
	state := "each cell is a program; %live on makes cells stateful"
	if p.Stateful.On {
		state = "variables persist between cells; %who lists them, %reset removes them, %live off makes each cell a program"
	}
	p.say(c, "stdout", state+"\n")
	return nil
}

// apart runs work that takes time in another goroutine, and ends the step afterwards.
func (p *proxy) apart(c *cell, do func(ctx context.Context) (string, error)) {
	text := ""
	p.aside(c, func(ctx context.Context) (err error) {
		if ctx.Err() == nil {
			text, err = do(ctx)
		}
		return err
	}, func(err error) {
		if p.running != c {
			return
		}
		if err != nil {
			p.close(c, refusal(err.Error()))
			return
		}
		if text != "" {
			p.say(c, "stdout", text)
		}
		p.close(c, nil)
	})
}

// reset removes the variables of stateful cells, or the data that programs share.
func (p *proxy) reset(c *cell, text string) {
	variables, persist := offers[executor.Variables](p)
	if !persist || strings.TrimSpace(text) != "%reset" {
		p.reader.Forget()
		p.engage(c, text, p.engaged(c))
		return
	}
	p.apart(c, func(context.Context) (string, error) {
		p.reader.Forget()
		p.soon(p.depend.forget)
		return "all variables and declarations are removed\n", variables.Reset()
	})
}
