package proxy

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
)

// Lines of what Go's runtime prints when a program dies.
var (
	panicLine     = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |SIG[A-Z]+: )`)
	goroutineLine = regexp.MustCompile(`^goroutine \d+ .*\[.*\]:$`)
	frameLine     = regexp.MustCompile(`^\t(?: ?\x1b\[7m\[\[ Cell \[(\d+)\] Line (\d+) \]\]\x1b\[0m )?(.+\.(?:go|s)):(\d+)(?: \+0x[0-9a-f]+)?(?: fp=\S+ sp=\S+ pc=\S+)?$`)
)

// livingCell matches the function of a living cell.
var livingCell = regexp.MustCompile(`^cell_\d+$`)

// frame is one call on the stack of a goroutine.
type frame struct {
	how, function, file string // "in", or "started by" for what started the goroutine
	line                int
	at                  place // where it is a line of a cell
	cell                bool
}

// explainExit says why the cell's program ended: a panic, an error that it told
// with its place, or the exit status alone.
func (p *proxy) explainExit(c *cell, raw failure) failure {
	text := c.held.text.String()
	if start := panicLine.FindStringIndex(text); start != nil {
		c.held.use(start[0])
		return p.explainPanic(text[start[0]:])
	}
	if f, start, ok := p.explainCheck(text); ok {
		c.held.use(start)
		return f
	}
	if start := c.held.exit; start >= 0 {
		c.held.use(start)
	}
	value := strings.TrimSpace(strings.TrimPrefix(raw.Value, "^C\n"))
	switch value {
	case "signal: killed":
		value += ": somebody ended the cell's program, or the system was out of memory"
	}
	return failure{Name: ended, Value: value, Traceback: []string{red + value + plain}}
}

// explainPanic keeps the message, the lines of cells on the stack of the
// goroutine that died, and where a library was called last, that line too.
func (p *proxy) explainPanic(text string) failure {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	body := 0
	for body < len(lines) && !goroutineLine.MatchString(lines[body]) {
		body++
	}
	var message []string
	for _, line := range lines[:body] {
		if line == "runtime stack:" {
			break // of the one that noticed
		}
		if line = strings.TrimRight(line, " "); line != "" && !strings.HasPrefix(line, "[signal ") && !isExit(line) {
			message = append(message, line)
		}
	}
	if len(message) == 0 {
		message = []string{"panic"}
	}
	f := failure{Name: panicked}
	for _, line := range message {
		f.Traceback = append(f.Traceback, red+line+plain)
	}
	f = f.bounded()
	summary := strings.TrimSuffix(strings.TrimPrefix(message[0], "panic: "), " [recovered]")
	first := true
	var last place
	for i, fr := range p.frames(lines[min(body+1, len(lines)):]) {
		switch {
		case fr.cell && fr.at == last: // a function that calls itself
		case fr.cell:
			last = fr.at
			if first {
				summary, first = fr.at.String()+": "+summary, false
			}
			f.Traceback = append(f.Traceback, fmt.Sprintf("%s, %s %s", fr.at, fr.how, fr.function))
			f.Traceback = append(f.Traceback, p.quote(fr.at, 0)...)
		case first && i == 0:
			f.Traceback = append(f.Traceback, fmt.Sprintf("%s, %s line %d", fr.function, filepath.Base(fr.file), fr.line))
		}
	}
	f.Value = summary
	return f.bounded()
}

// frames reads the stack of the first goroutine, without the runtime's own calls.
func (p *proxy) frames(lines []string) (found []frame) {
	program := map[string][]string{}
	for i := 0; i+1 < len(lines) && lines[i] != "" && !goroutineLine.MatchString(lines[i]); i++ {
		m := frameLine.FindStringSubmatch(lines[i+1])
		if m == nil {
			continue
		}
		fr := frame{how: "in", function: functionName(lines[i]), file: m[3]}
		if strings.HasPrefix(lines[i], "created by ") {
			fr.how = "started by"
		}
		fr.line, _ = strconv.Atoi(m[4])
		name := filepath.Base(fr.file)
		switch {
		case m[1] != "":
			fr.cell = true
			fr.at.cell, _ = strconv.Atoi(m[1])
			fr.at.cell = p.number(fr.at.cell)
			fr.at.line, _ = strconv.Atoi(m[2])
		case isLiving(fr):
			fr.at.cell, fr.cell = cells.CellOf(fr.file)
			fr.at.line = fr.line
		case generatedPath.MatchString(fr.file):
			if program[name] == nil {
				program[name] = p.program(name)
			}
			fr.at, fr.cell = p.sources.locate(program[name], fr.line)
		}
		if fr.cell || !strings.HasPrefix(fr.function, "runtime.") && fr.function != "panic" {
			found = append(found, fr)
		}
		i++
	}
	return found
}

// isLiving tells a line of a living cell.
func isLiving(fr frame) bool {
	_, is := cells.CellOf(fr.file)
	return is
}

// functionName is what a line of a stack calls, without arguments and the package main.
func functionName(line string) string {
	line = strings.TrimPrefix(line, "created by ")
	line, _, _ = strings.Cut(line, " in goroutine ")
	if open := strings.LastIndexByte(line, '('); open > 0 && strings.HasSuffix(line, ")") {
		line = line[:open]
	}
	if line = strings.TrimPrefix(line, "main."); livingCell.MatchString(line) {
		return "main" // the cell's own statements
	}
	return line
}

// explainCheck reads an error that the program told before it ended: a line of text, more
// lines that are indented, and as the last line a tab and the place.
func (p *proxy) explainCheck(text string) (f failure, start int, ok bool) {
	body := text
	if at := strings.LastIndex(strings.TrimSuffix(body, "\n"), "\n"); at >= 0 && isExit(body[at+1:]) {
		body = body[:at+1]
	}
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	n := len(lines)
	if n < 2 || !frameLine.MatchString(lines[n-1]) {
		return f, 0, false
	}
	found := p.frames(append([]string{"main"}, lines[n-1]))
	if len(found) == 0 || !found[0].cell {
		return f, 0, false
	}
	at, first := found[0].at, n-2
	for first > 0 && strings.TrimLeft(lines[first], " \t") != lines[first] {
		first--
	}
	for _, line := range lines[:first] {
		start += len(line) + 1
	}
	f = failure{Name: checked, Value: at.String() + ": " + lines[first]}
	for i, line := range lines[first : n-1] {
		if i == 0 {
			line = at.String() + ": " + line
		}
		f.Traceback = append(f.Traceback, red+line+plain)
	}
	f.Traceback = append(f.Traceback, p.quote(at, 0)...)
	return f.bounded(), start, true
}
