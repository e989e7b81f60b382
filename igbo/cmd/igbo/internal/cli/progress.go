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

// Progress shows how far a run is: a bar with the time left on a terminal,
// a plain line every tenth of the way where the output is piped, nothing when quiet.
type Progress struct {
	mu    sync.Mutex
	out   io.Writer
	title string
	bar   *progressbar.ProgressBar
	plain bool
	start time.Time
	shown int // tenths
	last  time.Time
}

// NewProgress shows the progress of what has this title.
func NewProgress(out io.Writer, title string, quiet bool) *Progress {
	p := &Progress{out: out, title: title, start: time.Now()}
	if quiet {
		return p
	}
	file, isFile := out.(*os.File)
	p.plain = !isFile || !term.IsTerminal(int(file.Fd()))
	if !p.plain {
		p.bar = progressbar.NewOptions(1, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(title),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetRenderBlankState(true),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	return p
}

// Update is study.Options.Progress.
func (p *Progress) Update(done, total int) {
	if p.bar == nil && !p.plain {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		if now := time.Now(); now.Sub(p.last) > 50*time.Millisecond || done == total {
			p.last = now
			p.bar.ChangeMax(total)
			_ = p.bar.Set(done)
		}
		return
	}
	if tenth := done * 10 / total; tenth > p.shown {
		p.shown = tenth
		spent := time.Since(p.start)
		left := time.Duration(float64(spent) * float64(total-done) / float64(done))
		fmt.Fprintf(p.out, "%s: %d%%, %s left\n", p.title, 10*tenth, left.Round(100*time.Millisecond))
	}
}

// Finish removes the bar.
func (p *Progress) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
