package complete

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// IsComplete returns the content of the reply to a console that asks whether to run a cell or to read on.
func IsComplete(code string) map[string]string {
	status, indent := Status(code)
	content := map[string]string{"status": status}
	if status == "incomplete" {
		content["indent"] = indent
	}
	return content
}

// Status reports whether a cell is complete, incomplete or invalid, and how to indent the next line. In a stateful cell,
// statements and declarations mix.
func Status(code string) (status, indent string) {
	lines := strings.Split(code, "\n")
	last := lines[len(lines)-1]
	code, script := magic.Body(code)
	if script { // a cell of another language ends with an empty line
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
		return "incomplete", "" // a line with only %%
	}
	status = parseStatus("package main\n", declarations, "")
	if status == "invalid" && cells.Parse(code) == nil {
		status = "complete"
	}
	if main > 0 && status == "complete" {
		status = parseStatus("package main\nfunc main() {\n", statements, "\n}\n")
	}
	if status == "incomplete" && len(lines) > 1 && strings.TrimSpace(last) == "" && strings.TrimSpace(lines[len(lines)-2]) == "" {
		return "invalid", "" // two empty lines end an incomplete cell
	}
	if status == "incomplete" {
		indent = last[:len(last)-len(strings.TrimLeft(last, " \t"))]
		if trimmed := strings.TrimSpace(last); trimmed != "" && strings.ContainsAny(trimmed[len(trimmed)-1:], "{(") {
			indent += "\t"
		}
	}
	return status, indent
}

// parseStatus parses a Go file that contains the text. More text can complete what is open at its end.
func parseStatus(before, text, after string) string {
	switch open, wrong := brackets(text); {
	case wrong:
		return "invalid"
	case open:
		return "incomplete"
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", before+text+after, parser.SkipObjectResolution); err != nil {
		return "invalid"
	}
	return "complete"
}

// brackets reports whether a bracket, a comment or a multi-line string is open at the end of the text, or the last line ends where a
// statement cannot end. It also reports whether a bracket closes nothing, which no further text can repair.
func brackets(text string) (open, wrong bool) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	unterminated := false
	s.Init(file, []byte(text), func(_ token.Position, message string) {
		unterminated = unterminated || message == "raw string literal not terminated" || message == "comment not terminated"
	}, 0)
	closes := map[token.Token]token.Token{token.LPAREN: token.RPAREN, token.LBRACK: token.RBRACK, token.LBRACE: token.RBRACE}
	var want []token.Token
	last := token.SEMICOLON
	for {
		_, t, _ := s.Scan()
		switch t {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			want = append(want, closes[t])
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(want) == 0 || want[len(want)-1] != t {
				return false, true
			}
			want = want[:len(want)-1]
		case token.EOF:
			return unterminated || len(want) > 0 || last.IsOperator() && last != token.SEMICOLON, false
		}
		last = t
	}
}
