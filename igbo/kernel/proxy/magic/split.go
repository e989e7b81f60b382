package magic

import (
	"go/scanner"
	"go/token"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// Part is a kernel line of a cell, or the Go code between two of them.
type Part struct {
	// Line is the kernel line. It is empty for Go code.
	Line string
	// Code is the cell with blanks instead of all other parts, which keeps lines and columns.
	Code string
	// At is the part's first line in the cell, counted from 1.
	At int
}

// Split splits a cell into kernel lines and Go code, in order. It omits parts without code to compile.
func Split(code string) (parts []Part) {
	plain, commands := cells.Commands(code)
	lines := strings.SplitAfter(plain, "\n")
	from := 0
	between := func(to int) {
		text := strings.Join(lines[from:to], "")
		if HasGo(text) {
			parts = append(parts, Part{Code: strings.Repeat("\n", from) + text, At: from + 1})
		}
	}
	for _, c := range commands {
		between(c.Line - 1)
		parts = append(parts, Part{Line: c.Text, At: c.Line})
		from = c.Line - 1 + c.Lines
	}
	between(len(lines))
	return parts
}

// Body returns a cell with blanks instead of its first lines that apply to the whole cell, such as %%time. Script reports whether the rest
// is not Go, because it follows a line such as %%bash or an unknown one.
func Body(code string) (body string, script bool) {
	above := ""
	for {
		if !IsWhole(code) {
			return above + code, false
		}
		line, rest, more := strings.Cut(code, "\n")
		if m, known := Find(Name(strings.TrimSpace(line))); !known || m.Program {
			return above + code, true
		}
		above, code = above+strings.Repeat(" ", len(line)), rest
		if more {
			above += "\n"
		}
	}
}

// IsWhole reports whether a cell begins with a line such as %%time or %%bash.
func IsWhole(code string) bool {
	line, _, _ := strings.Cut(code, "\n")
	name := Name(strings.TrimSpace(line))
	return strings.HasPrefix(name, "%%") && name != "%%"
}

// HasGo reports whether a text contains more than blanks and comments.
func HasGo(text string) bool {
	files := token.NewFileSet()
	var s scanner.Scanner
	wrong := false
	s.Init(files.AddFile("", -1, len(text)), []byte(text), func(token.Position, string) { wrong = true }, 0)
	_, t, _ := s.Scan()
	return t != token.EOF || wrong
}

// Within places the Go code of a kernel line at its position in a cell: the code begins in the line itself.
func (p Part) Within(code string) Part {
	return Part{Code: strings.Repeat("\n", p.At-1) + code, At: p.At}
}

// Words splits a kernel line at its blanks. Double quotes keep blanks in a word. Within quotes a backslash escapes the next character, and
// \n and \t are a newline and a tab.
func Words(line string) (words []string) {
	var word strings.Builder
	begun, quoted := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case !quoted && (c == ' ' || c == '\t' || c == '\n'):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		case c == '"':
			quoted, begun = !quoted, true
		case quoted && c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(unescaped(line[i]))
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words
}

func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	}
	return c
}

// Quote quotes a word for [Words] and GoNB.
func Quote(word string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(word) + `"`
}

// Name returns the name of the magic in a kernel line, with its percent signs. It is empty for Go code, "!" for a shell command and "?" for
// a question.
func Name(line string) string {
	switch {
	case line == "":
		return ""
	case line[0] == '!':
		return "!"
	case line[0] != '%':
		return "?"
	}
	name, _, _ := strings.Cut(line, " ")
	name, _, _ = strings.Cut(name, "\t")
	return name
}
