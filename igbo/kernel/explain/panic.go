package explain

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// PanicLine matches the first line that Go's runtime prints when a program dies.
var PanicLine = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |SIG[A-Z]+: )`)

// Lines of what follows.
var (
	goroutineLine = regexp.MustCompile(`^goroutine \d+ .*\[.*\]:$`)
	frameLine     = regexp.MustCompile(`^\t(?: ?\x1b\[7m\[\[ Cell \[(\d+)\] Line (\d+) \]\]\x1b\[0m )?(.+\.(?:go|s)):(\d+)(?: \+0x[0-9a-f]+)?(?: fp=\S+ sp=\S+ pc=\S+)?$`)
)

// statefulCell matches the function of a stateful cell.
var statefulCell = regexp.MustCompile(`^cell_\d+$`)

// Cells explains how the cells of a notebook fail.
type Cells struct {
	// Sources holds the cells that ran.
	Sources
	// Number, if not nil, returns the number of a cell that an engine counts by itself.
	Number func(engine int) int
	// Program, if not nil, returns the lines of a program that an engine wrote, by its path; none for other files.
	Program func(path string) []string
}

// A frame is one call on the stack of a goroutine.
type frame struct {
	how, function, file string // "in", or "started by" for what started the goroutine
	line                int
	at                  Place // the position, if it is a line of a cell
	cell                bool
}

// Exit explains why a program ended. The text is its standard error, and value its exit status. The reason is a panic or an error
// that the program printed with its position, and otherwise value. The result from is the offset in text of the part that the
// failure shows, or −1 if it shows none of it.
func (c *Cells) Exit(text, value string) (f Failure, from int) {
	if start := PanicLine.FindStringIndex(text); start != nil {
		return c.Panic(text[start[0]:]), start[0]
	}
	if f, start, ok := c.check(text); ok {
		return f, start
	}
	return Reported(Ended, value), -1
}

// Panic returns the message, the lines of cells on the stack of the goroutine that panicked, and, if a library was called last,
// that line too.
func (c *Cells) Panic(text string) Failure {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	body := 0
	for body < len(lines) && !goroutineLine.MatchString(lines[body]) {
		body++
	}
	var message []string
	for _, line := range lines[:body] {
		if line == "runtime stack:" {
			break // of the goroutine that noticed the failure
		}
		if line = strings.TrimRight(line, " "); line != "" && !strings.HasPrefix(line, "[signal ") && !IsExit(line) {
			message = append(message, line)
		}
	}
	if len(message) == 0 {
		message = []string{"panic"}
	}
	f := Failure{Name: Panicked}
	for _, line := range message {
		f.Traceback = append(f.Traceback, Red+line+Plain)
	}
	f = f.Bounded()
	summary := strings.TrimSuffix(strings.TrimPrefix(message[0], "panic: "), " [recovered]")
	first := true
	var last Place
	for i, fr := range c.frames(lines[min(body+1, len(lines)):]) {
		switch {
		case fr.cell && fr.at == last: // a function that calls itself
		case fr.cell:
			last = fr.at
			if first {
				summary, first = fr.at.String()+": "+summary, false
			}
			f.Traceback = append(f.Traceback, fmt.Sprintf("%s, %s %s", fr.at, fr.how, fr.function))
			f.Traceback = append(f.Traceback, c.Quote(fr.at, 0)...)
		case first && i == 0:
			f.Traceback = append(f.Traceback, fmt.Sprintf("%s, %s line %d", fr.function, filepath.Base(fr.file), fr.line))
		}
	}
	f.Value = summary
	return f.Bounded()
}

// frames reads the stack of the first goroutine, without the runtime's own calls.
func (c *Cells) frames(lines []string) (found []frame) {
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
		switch cell, stateful := cells.CellOf(fr.file); {
		case m[1] != "":
			fr.at.Cell, _ = strconv.Atoi(m[1])
			if c.Number != nil {
				fr.at.Cell = c.Number(fr.at.Cell)
			}
			fr.at.Line, _ = strconv.Atoi(m[2])
			fr.at, fr.cell = c.Origin(fr.at)
		case stateful:
			fr.at, fr.cell = Place{cell, fr.line}, true
		case c.Program != nil:
			if program[fr.file] == nil {
				program[fr.file] = c.Program(fr.file)
			}
			fr.at, fr.cell = c.Locate(program[fr.file], fr.line)
		}
		if fr.cell || !strings.HasPrefix(fr.function, "runtime.") && fr.function != "panic" {
			found = append(found, fr)
		}
		i++
	}
	return found
}

// functionName returns the function in a line of a stack, without arguments and without the package main.
func functionName(line string) string {
	line = strings.TrimPrefix(line, "created by ")
	line, _, _ = strings.Cut(line, " in goroutine ")
	if open := strings.LastIndexByte(line, '('); open > 0 && strings.HasSuffix(line, ")") {
		line = line[:open]
	}
	if line = strings.TrimPrefix(line, "main."); statefulCell.MatchString(line) {
		return "main" // the cell's own statements
	}
	return line
}

// check reads an error that the program printed before it ended: a line of text, more lines with indentation, and as the last
// line a tab and the position.
func (c *Cells) check(text string) (f Failure, start int, ok bool) {
	body := text
	if at := strings.LastIndex(strings.TrimSuffix(body, "\n"), "\n"); at >= 0 && IsExit(body[at+1:]) {
		body = body[:at+1]
	}
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	n := len(lines)
	if n < 2 || !frameLine.MatchString(lines[n-1]) {
		return f, 0, false
	}
	found := c.frames(append([]string{"main"}, lines[n-1]))
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
	lines[first] = at.String() + ": " + lines[first]
	f = Failure{Name: Checked, Value: lines[first]}
	for _, line := range lines[first : n-1] {
		f.Traceback = append(f.Traceback, Red+line+Plain)
	}
	f.Traceback = append(f.Traceback, c.Quote(at, 0)...)
	return f.Bounded(), start, true
}
