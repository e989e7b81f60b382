package proxy

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// whoLimit limits the time for reading the variables.
const whoLimit = 5 * time.Second

// who lists variables with types and values, and the declared functions and types.
func (p *proxy) who(c *cell) {
	variables, persist := offers[executor.Variables](p)
	if !persist {
		p.engage(c, "%list", p.engaged(c))
		return
	}
	p.apart(c, func(ctx context.Context) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, whoLimit)
		defer cancel()
		values, err := variables.Values(ctx)
		if err != nil {
			return "", err
		}
		return whoText(values, variables.Declarations())
	})
}

func whoText(values []message.Value, declarations []string) (string, error) {
	if len(values)+len(declarations) == 0 {
		return "nothing is declared\n", nil
	}
	var b strings.Builder
	if len(values) > 0 {
		rows := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(rows, "name\ttype\tsize\tvalue")
		for _, v := range values {
			fmt.Fprintf(rows, "%s\t%s\t%s\t%s\n", v.Name, v.Type, bytesText(v.Bytes), v.Text)
		}
		if err := rows.Flush(); err != nil {
			return "", err
		}
	}
	if len(values) > 0 && len(declarations) > 0 {
		b.WriteString("\n")
	}
	for _, d := range declarations {
		b.WriteString(firstLine(d) + "\n")
	}
	return blankEnds.ReplaceAllString(b.String(), ""), nil
}

// blankEnds matches blanks at the ends of lines.
var blankEnds = regexp.MustCompile(`(?m) +$`)

// firstLine returns the first line of a declaration.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if at := strings.LastIndex(line, "{"); at > 0 && (strings.HasPrefix(line, "func") || at == len(line)-1) {
		line = line[:strings.IndexByte(line, '{')]
	}
	return strings.TrimSpace(line)
}

// bytesText returns a size for readers.
func bytesText(n int64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d B", n)
}

// question answers NAME?: the declaration, the documentation, and the value of a variable.
func (p *proxy) question(c *cell, name string) {
	if name == "" {
		p.close(c, refusal("? needs a name, such as ?fmt.Println"))
		return
	}
	variables, persist := offers[executor.Variables](p)
	p.apart(c, func(ctx context.Context) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, helpLimit)
		defer cancel()
		text := ""
		if !persist {
			answer := p.reader.Inspect(ctx, name, utf8.RuneCountInString(name))
			if data, is := answer["data"].(map[string]string); is {
				text = data["text/plain"] + "\n"
			}
		} else if i, found := variables.Declared(name); found {
			text = p.reader.Describe(ctx, i) + "\n" + valueOf(ctx, variables, name)
		}
		if text == "" {
			return "", fmt.Errorf("%s is not declared", name)
		}
		return text, nil
	})
}

// valueOf returns a line with the value of a variable, or "" if it is unknown.
func valueOf(ctx context.Context, variables executor.Variables, name string) string {
	values, _ := variables.Values(ctx) // on failure only the declaration is shown
	i := slices.IndexFunc(values, func(v message.Value) bool { return v.Name == name })
	if i < 0 || values[i].Text == "" {
		return ""
	}
	return "value: " + values[i].Text + "\n"
}
