package proxy

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/explain"
)

// magic takes the kernel's own commands: a first line %%time, %%bench, and cells of one line %live, %who, %reset or %require.
// True: the cell is done with.
func (p *proxy) magic(c *cell) bool {
	if c.own {
		return false
	}
	switch line, rest, _ := strings.Cut(c.request.Code, "\n"); strings.TrimSpace(line) {
	case "%%time":
		c.timed = true
		c.request.Code = "\n" + rest // the numbers of lines stay
	case "%%bench":
		c.request.Code = "%%\nnotebook.Show(notebook.Bench(func() { " + rest + "\n}))"
	}
	words := strings.Fields(c.request.Code)
	if strings.Contains(strings.TrimSpace(c.request.Code), "\n") || len(words) == 0 {
		return false
	}
	switch words[0] {
	case "%live":
		p.begin(c)
		p.close(c, p.switchLiving(c, words[1:]))
		return true
	case "%require":
		return p.require(c, words[1:])
	case "%who":
		if p.Living.On {
			p.who(c)
			return true
		}
	case "%reset":
		if p.Living.On && len(words) == 1 {
			p.resetLiving(c)
			return true
		}
	}
	return false
}

// refusal is a failure that a command tells.
func refusal(text string) *failure {
	return new(explain.Told("Refused", text))
}

// switchLiving turns living cells on or off, or tells which it is.
func (p *proxy) switchLiving(c *cell, words []string) *failure {
	switch asked := strings.Join(words, " "); {
	case asked == "off":
		p.Living.On = false
	case asked == "on" && p.Living.Why != nil:
		return refusal("cells cannot live here: " + p.Living.Why.Error())
	case asked == "on" && p.Living.Made.Folder == "":
		return refusal("cells cannot live here: this kernel was started without them")
	case asked == "on":
		p.Living.On = true
	case asked != "":
		return refusal(fmt.Sprintf("%%live got %q, expected on or off", asked))
	}
	state := "each cell is a program of its own; %live on lets values live"
	if p.Living.On {
		state = "values live from cell to cell; %who lists them, %reset forgets them, %live off makes each cell a program"
	}
	p.say(c, "stdout", state+"\n")
	return nil
}

// apart does what takes time, and ends the cell then.
func (p *proxy) apart(c *cell, do func() (string, error)) {
	text := ""
	p.aside(c, func(ctx context.Context) (err error) {
		if ctx.Err() == nil {
			text, err = do()
		}
		return err
	}, func(err error) {
		if p.running != c {
			return
		}
		if err != nil {
			p.close(c, refusal(err.Error()))
			return
		}
		if text != "" {
			p.say(c, "stdout", text)
		}
		p.close(c, nil)
	})
}

// whoLimit is how long the values may take to be looked at.
const whoLimit = 5 * time.Second

// who lists the living values.
func (p *proxy) who(c *cell) {
	p.apart(c, func() (string, error) {
		ctx, cancel := context.WithTimeout(context.Background(), whoLimit)
		defer cancel()
		values, err := p.living.session.Load().Values(ctx)
		if err != nil || len(values) == 0 {
			return "no value lives\n", err
		}
		var b strings.Builder
		rows := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(rows, "name\ttype\tsize\tvalue")
		for _, v := range values {
			fmt.Fprintf(rows, "%s\t%s\t%s\t%s\n", v.Name, v.Type, bytesText(v.Bytes), v.Text)
		}
		err = rows.Flush()
		return blankEnds.ReplaceAllString(b.String(), ""), err
	})
}

// blankEnds matches blanks at the ends of lines.
var blankEnds = regexp.MustCompile(`(?m) +$`)

// resetLiving forgets the living values, and has the engine forget too.
func (p *proxy) resetLiving(c *cell) {
	p.apart(c, func() (string, error) {
		p.reader.Forget()
		return "all values and declarations are forgotten\n", p.living.session.Load().Reset()
	})
}

// bytesText is a size as a person reads it.
func bytesText(n int64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d B", n)
}

// tellTime says how long a cell took that asked for it.
func (p *proxy) tellTime(c *cell) {
	if c.timed {
		p.say(c, "stdout", fmt.Sprintf("time: %.3g s\n", time.Since(c.started).Seconds()))
	}
}
