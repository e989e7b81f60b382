package complete

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
)

// Status tells whether a cell is complete, incomplete or invalid, and how the next line is to be indented.
// In a living cell statements and declarations mix.
func Status(code string, living bool) (status, indent string) {
	lines := strings.Split(code, "\n")
	last := lines[len(lines)-1]
	if IsScript(code) { // a cell of another language ends with an empty line
		if len(lines) > 1 && strings.TrimSpace(last) == "" {
			return "complete", ""
		}
		return "incomplete", ""
	}
	declarations, statements, main, _ := cells.Cut(code)
	if word := strings.TrimSpace(last); strings.HasSuffix(last, "\\") && (cells.IsCommand(word) || cells.IsMain(word)) {
		return "incomplete", ""
	}
	if main > 0 && strings.TrimSpace(statements) == "" && strings.TrimSpace(last) != "" {
		return "incomplete", "" // a line %% alone
	}
	status = parseStatus("package main\n", declarations, "")
	if living && status == "invalid" && cells.Parse(code) == nil {
		status = "complete"
	}
	if main > 0 && status == "complete" {
		status = parseStatus("package main\nfunc main() {\n", statements, "\n}\n")
	}
	if status == "incomplete" && len(lines) > 1 && strings.TrimSpace(last) == "" && strings.TrimSpace(lines[len(lines)-2]) == "" {
		return "invalid", "" // two empty lines end what goes nowhere
	}
	if status == "incomplete" {
		indent = last[:len(last)-len(strings.TrimLeft(last, " \t"))]
		if trimmed := strings.TrimSpace(last); trimmed != "" && strings.ContainsAny(trimmed[len(trimmed)-1:], "{(") {
			indent += "\t"
		}
	}
	return status, indent
}

// IsScript tells a cell with a first line such as %%bash or %%writefile NAME, after which no Go comes.
func IsScript(code string) bool {
	line, _, _ := strings.Cut(code, "\n")
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "%%") && line != "%%" && !strings.HasPrefix(line, "%% ")
}

// parseStatus parses a Go file, of which text is what was typed. What is open at its end, more text can close.
func parseStatus(before, text, after string) string {
	if isOpen(text) {
		return "incomplete"
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", before+text+after, parser.SkipObjectResolution); err != nil {
		return "invalid"
	}
	return "complete"
}

// isOpen tells that a bracket, a comment or a string of several lines is open at the
// end of the text, or that its last line ends where a statement cannot.
func isOpen(text string) bool {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	unterminated := false
	s.Init(file, []byte(text), func(_ token.Position, message string) {
		unterminated = unterminated || message == "raw string literal not terminated" || message == "comment not terminated"
	}, 0)
	depth, last := 0, token.SEMICOLON
	for {
		_, t, _ := s.Scan()
		switch t {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		case token.EOF:
			return unterminated || depth > 0 || last.IsOperator() && last != token.SEMICOLON
		}
		last = t
	}
}
