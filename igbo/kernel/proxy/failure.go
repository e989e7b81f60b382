package proxy

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/explain"
)

// failure describes why a cell failed.
type failure = explain.Failure

// explain returns why the cell failed, from the message of the engine and the standard error of the cell's program.
func (p *proxy) explain(c *cell) failure { return p.reason(c).Shortened() }

func (p *proxy) reason(c *cell) failure {
	if c.interrupted || c.cause != nil {
		c.held.used = c.held.exit
	}
	switch {
	case c.fault != nil && c.cause == nil:
		return *c.fault
	case c.cause != nil:
		return explain.Reported(c.cause.name, c.cause.value)
	case c.interrupted:
		return explain.Reported(explain.Interrupted, "the cell was interrupted")
	}
	return explain.Reported(explain.CompileError, "the cell cannot be compiled")
}

// explainExit explains why the cell's program ended. Value is the system's description.
func (p *proxy) explainExit(c *cell, value string) failure {
	value = strings.TrimSpace(strings.TrimPrefix(value, "^C\n"))
	if value == "signal: killed" {
		value += ": the program of the cell was killed, or the system ran out of memory"
	}
	f, from := p.cells.Exit(c.held.text.String(), value)
	if from < 0 {
		from = c.held.exit
	}
	if from >= 0 {
		c.held.used = from
	}
	return f
}

// generated matches a message about a line of the generated program.
var generated = regexp.MustCompile(`^(?:\S*[/\\])?(main(?:_test)?\.go):(\d+)(?::(\d+))?: (.*)$`)

// mapped matches what the engine prints about the same line.
var mapped = regexp.MustCompile(`^Cell\[(\d+)\]: Line (\d+)\n`)

// explainCompile rewrites the messages of the compiler or of goimports: each with its cell and line, and the text of that line.
func (p *proxy) explainCompile(reported string, hints []string) failure {
	f := failure{Name: explain.CompileError}
	var messages []string
	for i, line := range strings.Split(strings.TrimSpace(reported), "\n") {
		if strings.HasPrefix(line, "# ") || strings.TrimSpace(line) == "" {
			continue // the name of the generated package
		}
		m := generated.FindStringSubmatch(line)
		if m == nil {
			line = p.withoutPaths(p.elsewhere(line))
			if len(messages) == 0 {
				messages = append(messages, line)
			}
			f.Traceback = append(f.Traceback, line)
			continue
		}
		number, _ := strconv.Atoi(m[2])
		hint := ""
		if i < len(hints) {
			hint = hints[i]
		}
		text := p.cells.WithPlace(explain.WithHint(p.withoutPaths(m[4])), false)
		at, known := p.whence(hint, m[1], number)
		if strings.HasSuffix(m[4], explain.FoundEnd) {
			at, known = p.cells.End()
		}
		where := fmt.Sprintf("generated code, line %d", number)
		if known {
			where = at.String()
		}
		messages = append(messages, where+": "+text)
		f.Traceback = append(f.Traceback, explain.Red+where+": "+text+explain.Plain)
		if known {
			f.Traceback = append(f.Traceback, p.cells.Quote(at, p.column(m[1], number, m[3], at))...)
		}
	}
	if len(messages) == 0 {
		messages = []string{"the cell cannot be compiled"}
	}
	f.Value = messages[0]
	if len(messages) > 1 {
		f.Value += fmt.Sprintf(" (and %d more)", len(messages)-1)
	}
	return f.Bounded()
}

// beside matches a line that belongs to the previous message, and names another line of the generated program.
var beside = regexp.MustCompile(`^(\s+)(?:\S*[/\\])?(main(?:_test)?\.go):(\d+)(?::\d+)?: `)

// elsewhere replaces the other line by that of the cell.
func (p *proxy) elsewhere(line string) string {
	m := beside.FindStringSubmatch(line)
	if m == nil {
		return line
	}
	number, _ := strconv.Atoi(m[3])
	where := fmt.Sprintf("generated code, line %d", number)
	if at, known := p.cells.Locate(p.program(m[2]), number); known {
		where = at.String()
	}
	return m[1] + where + ": " + line[len(m[0]):]
}

// whence returns the origin of a line: from the engine's comment, or otherwise by its text.
func (p *proxy) whence(hint, file string, number int) (explain.Place, bool) {
	if m := mapped.FindStringSubmatch(hint); m != nil {
		cell, _ := strconv.Atoi(m[1])
		line, _ := strconv.Atoi(m[2])
		if at, known := p.cells.Origin(explain.Place{Cell: p.programs.number(cell), Line: line}); known {
			return at, true
		}
	}
	return p.cells.Locate(p.program(file), number)
}

// column returns the column of a message, or 0 if the engine has rewritten the line.
func (p *proxy) column(file string, number int, column string, at explain.Place) int {
	program := p.program(file)
	text, known := p.cells.Line(at)
	if !known || number < 1 || number > len(program) || program[number-1] != text {
		return 0
	}
	n, _ := strconv.Atoi(column)
	return n
}

var generatedPath = regexp.MustCompile(`\S*[/\\]gonb_[0-9a-f]+[/\\]`)

// withoutPaths drops the engine's temporary folder.
func (p *proxy) withoutPaths(text string) string { return generatedPath.ReplaceAllString(text, "") }
