package cells

import "strings"

// IsMain tells the line %% or %main, below which a cell has statements. Arguments may follow.
func IsMain(line string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return word == "%%" || word == "%main"
}

// IsCommand tells a line for the shell or the kernel. One that is indented is Go's.
func IsCommand(line string) bool {
	return (strings.HasPrefix(line, "!") || strings.HasPrefix(line, "%")) && !IsMain(line)
}

// WithoutCommands is a cell with blanks in the place of its commands, and these. All else keeps its place.
func WithoutCommands(code string) (plain string, commands []string) {
	var b strings.Builder
	main := false
	for line := range strings.Lines(code) {
		if IsCommand(line) || main && IsMain(line) {
			text := strings.TrimRight(line, "\r\n")
			commands = append(commands, strings.TrimSpace(text))
			line = strings.Repeat(" ", len(text)) + line[len(text):]
		}
		main = main || IsMain(line)
		b.WriteString(line)
	}
	return b.String(), commands
}

// Cut parts a cell, without its commands, at its line %% or %main, which is number main of its lines, 0 without one.
func Cut(code string) (head, body string, main int, arguments []string) {
	plain, _ := WithoutCommands(code)
	at := 0
	for line := range strings.Lines(plain) {
		if main++; IsMain(line) {
			return plain[:at], plain[at+len(line):], main, strings.Fields(line)[1:]
		}
		at += len(line)
	}
	return plain, "", 0, nil
}
