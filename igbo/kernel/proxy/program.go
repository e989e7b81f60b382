package proxy

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
)

// runProgram runs Go code as a program of the engine.
func (p *proxy) runProgram(c *cell, code string) {
	for line := range strings.Lines(code) {
		if flags, is := strings.CutPrefix(strings.TrimSpace(line), "%goflags "); is {
			p.goflags = flags
		}
	}
	p.ignoreBreaks(c, "the debugger requires a stateful cell, but this cell runs as a program")
	start := time.Now()
	p.engage(c, p.borrowed(c, packageClause.ReplaceAllString(code, "")), func(r executor.Result) {
		p.took(c, executor.Result{Total: time.Since(start)})
		p.close(c, p.programFailure(c, r))
	})
}

// packageClause matches the first line of a file of package main. The engine writes its own.
var packageClause = regexp.MustCompile(`^\s*package main\b[ \t;]*`)

// borrowed returns the code of a cell that is a program, with what it uses of earlier stateful cells. Statements become a function.
func (p *proxy) borrowed(c *cell, code string) string {
	program, missing := p.statefulSession.Program(code, p.reader.Shows(code))
	if len(missing) > 0 {
		p.say(c, "stderr", "[this cell runs as a program and cannot use these variables of other cells: "+strings.Join(missing, ", ")+"]\n")
	}
	if program != code {
		p.cells.Rewrite(p.count, program)
	}
	return program
}

// raceable returns nil if the race detector is available.
func (p *proxy) raceable() *failure {
	value := func(name string) string {
		text, _ := variables(append(os.Environ(), p.env...), name)
		return strings.TrimSpace(text)
	}
	if value("CGO_ENABLED") == "0" {
		return refusal("%race needs cgo, and CGO_ENABLED is 0 (use %env CGO_ENABLED=1)")
	}
	compiler := "gcc"
	if words := strings.Fields(value("CC")); len(words) > 0 {
		compiler = words[0]
	}
	if _, err := exec.LookPath(compiler); err != nil {
		if _, err := exec.LookPath("clang"); err != nil || compiler != "gcc" {
			return refusal("%race needs a C compiler, and " + compiler + " was not found (install gcc, or set CC with %env)")
		}
	}
	return nil
}

// unrace queues a step that removes the race detector from later programs, before all waiting cells.
func (p *proxy) unrace() {
	p.queue = append([]*cell{own("%goflags \"\" " + p.goflags)}, p.queue...)
}
