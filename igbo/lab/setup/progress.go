package setup

import (
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// beat is how often a part of the set-up says what it does where the output is no terminal.
const beat = 3 * time.Second

// Progress says what a part of the set-up is doing: a spinner on a terminal, and
// elsewhere a line now and then.
type Progress struct {
	out   io.Writer
	title string
	start time.Time
	stop  chan struct{}
	done  sync.WaitGroup

	mu   sync.Mutex
	text string
}

// NewProgress starts to say what a part does.
func NewProgress(out io.Writer, title string) *Progress {
	p := &Progress{out: out, title: title, start: time.Now(), stop: make(chan struct{})}
	fmt.Fprintf(out, "setting up %s …\n", title)
	file, isFile := out.(*os.File)
	if isFile && term.IsTerminal(int(file.Fd())) {
		p.done.Go(p.spin)
	} else {
		p.done.Go(func() { p.tell(beat) })
	}
	return p
}

// Say replaces what is being done.
func (p *Progress) Say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = fmt.Sprintf(format, args...)
}

func (p *Progress) doing() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Sprintf("%s: %s, %d s", p.title, p.text, int(time.Since(p.start).Seconds()))
}

// tell writes a line at each beat.
func (p *Progress) tell(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			fmt.Fprintln(p.out, "  "+p.doing())
		case <-p.stop:
			return
		}
	}
}

// spin shows a spinner.
func (p *Progress) spin() {
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(p.out), progressbar.OptionSpinnerType(14),
		progressbar.OptionSetElapsedTime(false), progressbar.OptionClearOnFinish())
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			bar.Describe(fmt.Sprintf("%.120s", p.doing()))
			_ = bar.Add(1)
		case <-p.stop:
			_ = bar.Finish()
			return
		}
	}
}

// Close ends the part.
func (p *Progress) Close() {
	close(p.stop)
	p.done.Wait()
}

// PipSays turns pip's lines into what is being done.
func (p *Progress) PipSays(total int) func(line string) {
	seen := 0
	return func(line string) {
		line = strings.TrimSpace(line)
		first, rest, _ := strings.Cut(line, " ")
		name, _, _ := strings.Cut(rest, " ")
		switch first {
		case "Collecting":
			seen++
			p.Say("fetching %s, package %d of at most %d", strings.Replace(name, "==", " ", 1), seen, total)
		case "Downloading", "Using":
			_, size, _ := strings.Cut(rest, "(")
			p.Say("fetching %s (%s, package %d of at most %d", path.Base(name), size, seen, total)
		case "Installing":
			p.Say("installing %d packages", seen)
		}
	}
}

// GoSays turns the lines of go build -v, one for each package, into what is being done.
func (p *Progress) GoSays() func(line string) {
	seen := 0
	return func(line string) {
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(line, " ") {
			seen++
			p.Say("compiling %s, %d packages so far", line, seen)
		}
	}
}
