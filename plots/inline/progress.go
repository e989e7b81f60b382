package inline

import (
	"fmt"
	"html"
	"io"
	"os"
	"sync"
	"time"
)

// progressPause is the minimum time between two updates of a bar in a notebook.
const progressPause = 200 * time.Millisecond

// ProgressBar shows the progress of a long computation. Its methods are safe for concurrent use.
type ProgressBar struct {
	mu          sync.Mutex
	label       string
	total, done int
	started     time.Time
	updated     time.Time
	tenths      int // tenths of the total printed so far
	finished    bool
	notebook    bool
	id          string
	out         io.Writer
}

// Progress starts a progress bar with total steps. In a GoNB notebook, it is an HTML bar that is
// updated in place. Elsewhere, it prints a line to standard error at each tenth of the total. A
// total below one counts as one.
func Progress(label string, total int) *ProgressBar {
	return newProgress(label, total, shown(), os.Stderr)
}

// newProgress returns a new bar and shows it.
func newProgress(label string, total int, notebook bool, out io.Writer) *ProgressBar {
	p := &ProgressBar{
		label: label, total: max(1, total), started: time.Now(), notebook: notebook, out: out,
	}
	if notebook {
		p.id = "plots-progress-" + uniqueID()
	}
	bars.Store(p, nil)
	p.Set(0)
	return p
}

// bars holds the unfinished bars.
var bars sync.Map // of *ProgressBar

// stopBars finishes all bars at their current step, before the program ends.
func stopBars() {
	for p := range bars.Range {
		p.(*ProgressBar).Done()
	}
}

// Add adds n completed steps.
func (p *ProgressBar) Add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set(p.done + n)
}

// Set sets the number of completed steps.
func (p *ProgressBar) Set(done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set(done)
}

// Done finishes the bar. A line with the number of steps and the elapsed time remains.
func (p *ProgressBar) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.finished {
		return
	}
	p.finished = true
	bars.Delete(p)
	line := fmt.Sprintf("%s: %d of %d steps in %s", p.label, p.done, p.total, duration(time.Since(p.started)))
	if p.notebook {
		updateHTML(p.id, "<div>"+html.EscapeString(line)+"</div>")
		_ = arrive() // a failed update is not fatal
		return
	}
	_, _ = fmt.Fprintln(p.out, line)
}

// set moves the bar. The caller must hold p.mu.
func (p *ProgressBar) set(done int) {
	p.done = min(max(done, 0), p.total)
	if p.finished {
		return
	}
	if !p.notebook {
		p.line()
		return
	}
	if time.Since(p.updated) < progressPause && p.done < p.total {
		return
	}
	p.updated = time.Now()
	updateHTML(p.id, p.html())
}

// line prints a line when the next tenth is reached. The caller must hold p.mu.
func (p *ProgressBar) line() {
	tenths := 10 * p.done / p.total
	if tenths <= p.tenths || p.done == p.total {
		return
	}
	p.tenths = tenths
	_, _ = fmt.Fprintf(p.out, "%s: %d of %d steps%s\n", p.label, p.done, p.total, p.left())
}

// html returns the bar as HTML. The caller must hold p.mu.
func (p *ProgressBar) html() string {
	return fmt.Sprintf(`<label style="font:14px Arial,Helvetica,sans-serif">%s `+
		`<progress value="%d" max="%d"></progress> %d %%%s</label>`,
		html.EscapeString(p.label), p.done, p.total, 100*p.done/p.total, p.left())
}

// left returns an estimate of the remaining time. The caller must hold p.mu.
func (p *ProgressBar) left() string {
	if p.done == 0 || p.done == p.total {
		return ""
	}
	elapsed := time.Since(p.started)
	return ", " + duration(time.Duration(float64(elapsed)*float64(p.total-p.done)/float64(p.done))) + " left"
}

// duration formats a duration with a useful precision.
func duration(d time.Duration) string {
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
