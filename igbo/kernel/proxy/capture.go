package proxy

import (
	"encoding/json"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// capture redirects the output of a cell.
type capture struct {
	variable string // the variable that receives it; empty to drop it
	file     string // the file that receives it; the output is also shown
	add      bool   // append to the file
	text     strings.Builder
	cut      bool
}

// captureLimit is the maximum size of a captured variable, in bytes.
const captureLimit = 1 << 20

// startCapture parses the arguments of %capture.
func (p *proxy) startCapture(c *cell, words []string) *failure {
	k := &capture{}
	if len(words) > 0 && words[0] == "-a" {
		k.add, words = true, words[1:]
	}
	switch {
	case len(words) > 1 || k.add && len(words) == 0:
		return refusal("%capture needs one argument at most: the name of a variable, or a file (-a FILE appends to the file)")
	case len(words) == 1 && !k.add && token.IsIdentifier(words[0]) && words[0] != "_":
		if _, refused := requires[executor.Variables](p, "%capture "+words[0]+", which stores output in a variable (%capture ./"+words[0]+" writes a file),"); refused != nil {
			return refused
		}
		k.variable = words[0]
	case len(words) == 1:
		k.file = magic.Expand(words[0])
	}
	c.capture = k
	return nil
}

// take receives an output; it returns true if the output is not shown.
func (k *capture) take(m *wire.Message) bool {
	if k == nil {
		return false
	}
	var s struct{ Text string }
	if m.Header.Type == "stream" && json.Unmarshal(m.Content, &s) == nil {
		if k.cut = k.cut || k.text.Len()+len(s.Text) > captureLimit && k.file == ""; !k.cut {
			k.text.WriteString(s.Text)
		}
	}
	return k.file == ""
}

// captured stores the captured output in its variable or file.
func (p *proxy) captured(c *cell) {
	k := c.capture
	c.capture = nil
	if k.cut && k.variable != "" {
		p.say(c, "stderr", fmt.Sprintf("[%%capture stored only the first part of the output, because the variable can hold at most %d kB]\n", captureLimit/1000))
	}
	switch {
	case k.variable != "":
		c.untimed = true
		p.runStateful(c, k.variable+" := "+strconv.Quote(k.text.String()))
	case k.file != "":
		if !filepath.IsAbs(k.file) {
			k.file = filepath.Join(*p.dir.Load(), k.file)
		}
		if err := writeText(k.file, k.text.String(), k.add); err != nil {
			p.close(c, refusal(err.Error()))
			return
		}
		p.close(c, nil)
	default:
		p.close(c, nil)
	}
}

func writeText(path, text string, add bool) error {
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if add {
		flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
