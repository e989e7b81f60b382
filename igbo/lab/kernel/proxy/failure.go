package proxy

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// failure is why a cell failed, as front ends show it.
type failure struct {
	Status    string   `json:"status,omitempty"`
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// Names of failures.
const (
	compileError = "CompileError"
	panicked     = "Panic"
	ended        = "Exit"
	checked      = "Error"
	interrupted  = "Interrupted"
)

const (
	red   = "\x1b[1;31m"
	faint = "\x1b[2m"
	plain = "\x1b[0m"
)

// shownLines bounds the lines of a failure; a message may hold a whole matrix.
const shownLines = 60

// explain says why the cell failed: what the engine says in raw, and what the
// cell's program left on its standard error before it ended.
func (p *proxy) explain(c *cell, raw failure) failure {
	f := p.reason(c, raw)
	f.Value = cut(f.Value, longestValue)
	for i, line := range f.Traceback {
		if len(line) > longestLine {
			f.Traceback[i] = cut(line, longestLine) + plain
		}
	}
	return f
}

// Bounds of what a failure says, in bytes; a message may hold a whole matrix in one line.
const (
	longestValue = 500
	longestLine  = 4000
)

func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + " …"
}

func (p *proxy) reason(c *cell, raw failure) failure {
	if c.interrupted || c.verdict != nil {
		c.held.use(c.held.exit)
	}
	switch {
	case c.fault != nil && c.verdict == nil:
		return *c.fault
	case c.verdict != nil:
		return failure{Name: c.verdict.name, Value: c.verdict.value, Traceback: []string{red + c.verdict.value + plain}}
	case c.interrupted:
		return failure{Name: interrupted, Value: "the cell was interrupted", Traceback: []string{red + "the cell was interrupted" + plain}}
	case isExit(raw.Value):
		return p.explainExit(c, raw)
	}
	return p.explainCompile(raw)
}

var exitLine = regexp.MustCompile(`^(?:\^C\n)?((?:exit status \d+|signal: [^\n]+))\n?$`)

func isExit(text string) bool { return exitLine.MatchString(text) }

// generated matches a message about a line of the generated program.
var generated = regexp.MustCompile(`^(?:\S*[/\\])?(main(?:_test)?\.go):(\d+)(?::(\d+))?: (.*)$`)

// mapped matches what the engine says of the same line.
var mapped = regexp.MustCompile(`^Cell\[(\d+)\]: Line (\d+)\n`)

// explainCompile rewrites what the compiler, or who looks for imports, says: each
// message with its cell and line, and that line's text.
func (p *proxy) explainCompile(raw failure) failure {
	f := failure{Name: compileError}
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
		text := p.withPlace(withHint(p.withoutPaths(m[4])), false)
		at, known := p.whence(hint, m[1], number)
		if strings.HasSuffix(m[4], foundEnd) {
			at, known = p.sources.end()
		}
		where := fmt.Sprintf("generated code, line %d", number)
		if known {
			where = at.String()
		}
		messages = append(messages, where+": "+text)
		f.Traceback = append(f.Traceback, red+where+": "+text+plain)
		if known {
			f.Traceback = append(f.Traceback, p.quote(at, p.column(m[1], number, m[3], at))...)
		}
	}
	if len(messages) == 0 {
		messages = []string{"the cell cannot be compiled"}
	}
	f.Value = messages[0]
	if len(messages) > 1 {
		f.Value += fmt.Sprintf(" (and %d more)", len(messages)-1)
	}
	return f.bounded()
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
	if at, known := p.sources.locate(p.program(m[2]), number); known {
		where = at.String()
	}
	return m[1] + where + ": " + line[len(m[0]):]
}

// whence finds where a line comes from: as the engine says, else by its text.
func (p *proxy) whence(hint, file string, number int) (place, bool) {
	if m := mapped.FindStringSubmatch(hint); m != nil {
		cell, _ := strconv.Atoi(m[1])
		line, _ := strconv.Atoi(m[2])
		return place{p.number(cell), line}, true
	}
	return p.sources.locate(p.program(file), number)
}

// column is that of a message, 0 where the engine has written the line anew.
func (p *proxy) column(file string, number int, column string, at place) int {
	program := p.program(file)
	text, known := p.sources.line(at)
	if !known || number < 1 || number > len(program) || program[number-1] != text {
		return 0
	}
	n, _ := strconv.Atoi(column)
	return n
}

// quote shows a line of a cell, and a mark below its column where that is not 0.
func (p *proxy) quote(at place, column int) []string {
	text, known := p.sources.line(at)
	if !known {
		return nil
	}
	number := fmt.Sprintf("%5d | ", at.line)
	quoted := []string{faint + number + plain + text}
	if column > 0 && column <= len(text)+1 {
		indent := strings.Map(func(r rune) rune {
			if r == '\t' {
				return r
			}
			return ' '
		}, text[:column-1])
		quoted = append(quoted, faint+"      | "+plain+indent+red+"^"+plain)
	}
	return quoted
}

// foundEnd ends a message about a bracket that is never closed. The line that it names is
// the generated program's last one, whose text is that of many other lines.
const foundEnd = "found 'EOF'"

// withHint says more where the compiler cannot know what was meant.
func withHint(message string) string {
	switch {
	case strings.HasPrefix(message, "expected declaration, found "):
		return message + " (statements belong below a line that says %%)"
	case strings.HasSuffix(message, foundEnd):
		return message + " (the cell ends here, and a brace above is not closed)"
	}
	return message
}

var generatedPath = regexp.MustCompile(`\S*[/\\]gonb_[0-9a-f]+[/\\]`)

// withoutPaths drops the engine's temporary folder.
func (p *proxy) withoutPaths(text string) string { return generatedPath.ReplaceAllString(text, "") }

func (f failure) bounded() failure {
	if n := len(f.Traceback); n > shownLines {
		f.Traceback = append(f.Traceback[:shownLines:shownLines], fmt.Sprintf("… and %d lines more", n-shownLines))
	}
	return f
}
