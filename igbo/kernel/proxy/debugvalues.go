package proxy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/stateful"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

const (
	lookLimit   = 2 * time.Second // for an answer of the process, which limits its own work
	mostParts   = 100             // of a value that are shown
	mostRefs    = 100_000
	whileItRuns = "shown when the cell has ended"
)

// viewed records the variables at the end of a cell, and reads them if a front end shows them.
func (p *proxy) viewed() {
	variables, is := offers[executor.Variables](p)
	if !is {
		p.debug.view = nil
		return
	}
	p.debug.view = variables.View()
	if p.debug.started {
		p.readVariables(func() {})
	}
}

// inspectVariables reads the variables, and then calls answer. While a cell runs, they are those that were read before.
func (p *proxy) inspectVariables(answer func()) {
	d := &p.debug
	if len(d.refs) > mostRefs {
		d.refs, d.numbers, d.parts = nil, nil, nil
	}
	if d.numbers == nil {
		d.numbers, d.parts = map[string]int{}, map[int][]debugVariable{}
	}
	switch variables, is := offers[executor.Variables](p); {
	case !is:
		d.view, d.values = nil, nil
		answer()
	case p.busy():
		answer()
	default:
		d.view = variables.View()
		p.readVariables(answer)
	}
}

// viewNow returns the variables at the end of the last cell, or nil while another cell runs.
func (p *proxy) viewNow() executor.View {
	if p.busy() {
		return nil
	}
	return p.debug.view
}

// busy reports whether a cell of a front end runs.
func (p *proxy) busy() bool { return p.running != nil && !p.running.own }

// readVariables reads the variables in another goroutine. Requests that arrive in the meantime get the same answer.
func (p *proxy) readVariables(answer func()) {
	if p.debug.asking = append(p.debug.asking, answer); len(p.debug.asking) == 1 {
		p.readView(p.debug.view)
	}
}

// readView reads the variables of a view. If a cell has ended in the meantime, it then reads the current variables.
func (p *proxy) readView(view executor.View) {
	d := &p.debug
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
		defer cancel()
		values, err := view.Variables(ctx)
		p.soon(func() {
			if d.view != nil && d.view != view && !p.busy() {
				p.readView(d.view)
				return
			}
			if err == nil {
				d.values = values
				clear(d.parts)
			} else {
				d.values = named(view.Names(), d.values)
			}
			waiting := d.asking
			d.asking = nil
			for _, answer := range waiting {
				answer()
			}
		})
	}()
}

// named returns the variables, with their values from an earlier read.
func named(names []string, before []message.Value) (all []message.Value) {
	for _, name := range names {
		i := slices.IndexFunc(before, func(v message.Value) bool { return v.Name == name })
		if i < 0 {
			all = append(all, message.Value{Name: name, Text: whileItRuns})
			continue
		}
		all = append(all, before[i])
	}
	return all
}

// variables returns the variables that were read last.
func (d *debug) variables() []debugVariable {
	all := []debugVariable{}
	for _, v := range d.values {
		all = append(all, d.variable(v, v.Name, nil))
	}
	return all
}

// inspectParts reads parts of the value with a reference, and then calls answer.
func (p *proxy) inspectParts(number, start, count int, answer func([]debugVariable, error)) {
	d := &p.debug
	if number < 1 || number > len(d.refs) {
		answer([]debugVariable{}, fmt.Errorf("variablesReference %d not found", number))
		return
	}
	first := start <= 0 && count <= 0
	if p.busy() {
		if all, known := d.parts[number]; known && first {
			answer(all, nil)
			return
		}
		answer([]debugVariable{{Name: "…", Value: whileItRuns, Type: whileItRuns}}, nil)
		return
	}
	if d.view == nil {
		answer([]debugVariable{}, nil)
		return
	}
	if count <= 0 {
		count = mostParts
	}
	of := d.refs[number-1]
	p.readParts(of, message.Parts{Start: start, Count: count + 1}, func(values []message.Value, err error) {
		all := []debugVariable{}
		for _, v := range values[:min(count, len(values))] {
			all = append(all, d.variable(v, of.name, append(slices.Clone(of.path), v.Name)))
		}
		if len(values) > count && first {
			text := fmt.Sprintf("the first %d are shown", count)
			all = append(all, debugVariable{Name: "…", Value: text, Type: text})
		}
		if err == nil && first {
			d.parts[number] = all
		}
		answer(all, err)
	})
}

// readParts reads parts of a value in another goroutine.
func (p *proxy) readParts(of reference, parts message.Parts, then func([]message.Value, error)) {
	view := p.debug.view
	parts.Path = of.path
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
		defer cancel()
		values, err := view.Parts(ctx, of.name, parts)
		if errors.Is(err, stateful.ErrBusy) {
			values, err = []message.Value{{Name: "…", Type: whileItRuns}}, nil
		}
		p.soon(func() { then(values, err) })
	}()
}
