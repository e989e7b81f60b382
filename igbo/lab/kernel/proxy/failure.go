package proxy

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/explain"
)

// failure is why a cell failed.
type failure = explain.Failure

// explain says why the cell failed: by what the engine says of it, and what the
// cell's program left on its standard error before it ended.
func (p *proxy) explain(c *cell) failure { return p.reason(c).Shortened() }

func (p *proxy) reason(c *cell) failure {
	if c.interrupted || c.verdict != nil {
		c.held.used = c.held.exit
	}
	switch {
	case c.fault != nil && c.verdict == nil:
		return *c.fault
	case c.verdict != nil:
		return explain.Told(c.verdict.name, c.verdict.value)
	case c.interrupted:
		return explain.Told(explain.Interrupted, "the cell was interrupted")
	case explain.IsExit(c.raw.Value):
		return p.explainExit(c, c.raw.Value)
	}
	return p.explainCompile(c.raw)
}

// explainExit says why the cell's program ended, of which value is what the system says.
func (p *proxy) explainExit(c *cell, value string) failure {
	value = strings.TrimSpace(strings.TrimPrefix(value, "^C\n"))
	if value == "signal: killed" {
		value += ": somebody ended the cell's program, or the system was out of memory"
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

// mapped matches what the engine says of the same line.
var mapped = regexp.MustCompile(`^Cell\[(\d+)\]: Line (\d+)\n`)

// explainCompile rewrites what the compiler, or who looks for imports, says: each
// message with its cell and line, and that line's text.
func (p *proxy) explainCompile(raw failure) failure {
	f := failure{Name: explain.CompileError}
	var messages []string
	for i, line := range strings.Split(strings.TrimSpace(raw.Value), "\n") {
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
		if i < len(raw.Traceback) {
			hint = raw.Traceback[i]
		}
		text := p.withPlace(explain.WithHint(p.withoutPaths(m[4])), false)
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

// beside matches a line that belongs to the message before, and names another line of the generated program.
var beside = regexp.MustCompile(`^(\s+)(?:\S*[/\\])?(main(?:_test)?\.go):(\d+)(?::\d+)?: `)

// elsewhere puts the cell in the place of the other line.
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

// whence finds where a line comes from: as the engine says, else by its text.
func (p *proxy) whence(hint, file string, number int) (explain.Place, bool) {
	if m := mapped.FindStringSubmatch(hint); m != nil {
		cell, _ := strconv.Atoi(m[1])
		line, _ := strconv.Atoi(m[2])
		if at, known := p.cells.Origin(explain.Place{Cell: p.number(cell), Line: line}); known {
			return at, true
		}
	}
	return p.cells.Locate(p.program(file), number)
}

// column is that of a message, 0 where the engine has written the line anew.
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
