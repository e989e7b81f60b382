package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Progress shows the progress of a run, with the remaining time unless it is [Progress.Untimed]. It shows a bar on a terminal, a line for
// each tenth of the work if the output is piped, and nothing if quiet.
type Progress struct {
	mu      sync.Mutex
	out     io.Writer
	title   string
	bar     *progressbar.ProgressBar
	plain   bool
	left    remaining
	shown   int // tenths
	untimed bool
	last    time.Time
}

// NewProgress shows the progress of the work with this title.
func NewProgress(out io.Writer, title string, quiet bool) *Progress {
	p := &Progress{out: out, title: title, left: remaining{start: time.Now()}}
	if quiet {
		return p
	}
	file, isFile := out.(*os.File)
	p.plain = !isFile || !term.IsTerminal(int(file.Fd()))
	if !p.plain {
		p.bar = progressbar.NewOptions(1, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(title),
			progressbar.OptionSetPredictTime(false), progressbar.OptionSetRenderBlankState(true),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	return p
}

// Update has the signature of workflow.Options.Progress.
func (p *Progress) Update(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	left := ""
	if !p.untimed {
		left = p.left.text(now, done, total)
	}
	switch tenth := done * 10 / max(total, 1); {
	case p.bar != nil:
		if now.Sub(p.last) > 50*time.Millisecond || done == total {
			p.last = now
			p.bar.ChangeMax(total)
			p.bar.Describe(p.title + left)
			_ = p.bar.Set(done)
		}
	case p.plain && tenth > p.shown:
		p.shown = tenth
		fmt.Fprintf(p.out, "%s: %d%%%s\n", p.title, 10*tenth, left)
	}
}

// Untimed omits the remaining time, for work whose parts differ too much to estimate it, and returns p.
func (p *Progress) Untimed() *Progress {
	p.untimed = true
	return p
}

// Finish removes the bar.
func (p *Progress) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
