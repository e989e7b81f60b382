package cells

import (
	"go/scanner"
	"go/token"
	"strings"
)

// Command is a kernel line of a cell: a command for the shell or for the kernel.
type Command struct {
	// Text is the line without surrounding space. Lines that end with a backslash are joined with the next.
	Text string
	// Line is the command's first line in the cell, counted from 1. Lines is the number of lines.
	Line, Lines int
}

// IsMain reports whether a line is %% or %main, which precedes the statements of a cell. Arguments may follow.
func IsMain(line string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return word == "%%" || word == "%main"
}

// IsCommand reports whether a line is a kernel line, if Go code does not continue into it. A kernel line begins with !, % or ?, or is a
// name followed by a question mark. An indented line is always Go.
func IsCommand(line string) bool {
	return line != "" && strings.Contains("!%?", line[:1]) && !IsMain(line) || IsQuestion(line)
}

// IsQuestion reports whether a line is a name followed by one or two question marks.
func IsQuestion(line string) bool {
	name := strings.TrimRight(strings.TrimSpace(line), "?")
	if name == strings.TrimSpace(line) || name == "" || line[0] == ' ' || line[0] == '\t' {
		return false
	}
	for part := range strings.SplitSeq(name, ".") {
		if !token.IsIdentifier(part) {
			return false
		}
	}
	return true
}

// Commands returns the kernel lines of a cell. The result plain is the cell with blanks instead of these lines, so positions do not change.
// A line within a comment, a raw string or brackets, or after an operator, belongs to the Go code.
func Commands(code string) (plain string, commands []Command) {
	var b strings.Builder
	lines := strings.SplitAfter(code, "\n")
	main := false
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		again := main && IsMain(line)
		if !IsCommand(line) && !again || goes(b.String()) {
			main = main || IsMain(line)
			b.WriteString(line)
			continue
		}
		c := Command{Line: i + 1}
		for {
			text := strings.TrimRight(lines[i], "\r\n")
			b.WriteString(strings.Repeat(" ", len(text)) + lines[i][len(text):])
			c.Lines++
			rest, continued := strings.CutSuffix(text, `\`)
			c.Text += rest
			if !continued || i+1 == len(lines) {
				break
			}
			c.Text += " "
			i++
		}
		c.Text = strings.TrimSpace(c.Text)
		commands = append(commands, c)
	}
	return b.String(), commands
}

// goes reports whether the Go code continues in the next line.
func goes(code string) bool {
	if strings.TrimSpace(code) == "" {
		return false
	}
	files := token.NewFileSet()
	var s scanner.Scanner
	open := false
	s.Init(files.AddFile("", -1, len(code)), []byte(code), func(_ token.Position, message string) {
		open = open || message == "raw string literal not terminated" || message == "comment not terminated"
	}, 0)
	depth, last := 0, token.SEMICOLON
	for {
		_, t, literal := s.Scan()
		switch t {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth = max(0, depth-1)
		case token.REM: // of a line %%, which starts a new statement
			if last == token.REM {
				t = token.SEMICOLON
			}
		case token.EOF:
			return open || depth > 0 || last.IsOperator() && last != token.SEMICOLON
		}
		if t == token.IDENT && literal == "main" && last == token.REM { // of a line %main
			t = token.SEMICOLON
		}
		last = t
	}
}

// WithoutCommands returns a cell with blanks instead of its kernel lines, and these lines. Positions do not change.
func WithoutCommands(code string) (plain string, commands []string) {
	plain, found := Commands(code)
	for _, c := range found {
		commands = append(commands, c.Text)
	}
	return plain, commands
}

// Cut splits a cell, without its kernel lines, at its line %% or %main. The result main is the number of that line, or 0.
func Cut(code string) (head, body string, main int, arguments []string) {
	plain, _ := WithoutCommands(code)
	at := 0
	for line := range strings.Lines(plain) {
		if main++; IsMain(line) && !goes(plain[:at]) {
			return plain[:at], plain[at+len(line):], main, strings.Fields(line)[1:]
		}
		at += len(line)
	}
	return plain, "", 0, nil
}
