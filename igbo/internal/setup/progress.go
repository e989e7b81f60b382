package setup

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// beat is the time between two messages of a part if the output is not a terminal.
const beat = 3 * time.Second

// Progress shows the progress of a part: a spinner on a terminal, and otherwise a line every few seconds.
type Progress struct {
	out   io.Writer
	title string
	start time.Time
	stop  chan struct{}
	done  sync.WaitGroup

	mu     sync.Mutex
	text   string
	folder string    // folder whose size is shown, if set
	size   int64     // its size at the last check
	looked time.Time // time of that check
}

// NewProgress starts to show the progress of a part.
func NewProgress(out io.Writer, title string) *Progress {
	p := &Progress{out: out, title: title, start: time.Now(), stop: make(chan struct{})}
	fmt.Fprintf(out, "setting up %s …\n", title)
	if file, isFile := out.(*os.File); isFile && term.IsTerminal(int(file.Fd())) {
		p.done.Go(func() { p.spin(100 * time.Millisecond) })
	} else {
		p.done.Go(func() { p.tell(beat) })
	}
	return p
}

// Say replaces the description of the current step.
func (p *Progress) Say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = fmt.Sprintf(format, args...)
}

// Watch shows the size of a folder from now on.
func (p *Progress) Watch(folder string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.folder, p.looked = folder, time.Time{}
}

func (p *Progress) elapsed() time.Duration { return time.Since(p.start) }

func (p *Progress) doing() string {
	grown := p.grown()
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Sprintf("%s: %s%s, %d s", p.title, p.text, grown, int(p.elapsed().Seconds()))
}

// grown returns the size of the watched folder; it is measured every two seconds at most.
func (p *Progress) grown() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.folder == "" {
		return ""
	}
	if time.Since(p.looked) > 2*time.Second {
		p.size, p.looked = folderSize(p.folder), time.Now()
	}
	return fmt.Sprintf(", %s on the disk", megabytes(float64(p.size)))
}

// folderSize returns the total size of a folder's files.
func folderSize(folder string) (sum int64) {
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil // ignores files that disappear in the meantime
	})
	return sum
}

func megabytes(bytes float64) string { return fmt.Sprintf("%.1f MB", bytes/1e6) }

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
func (p *Progress) spin(every time.Duration) {
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(p.out), progressbar.OptionSpinnerType(14),
		progressbar.OptionSetElapsedTime(false), progressbar.OptionClearOnFinish())
	ticker := time.NewTicker(every)
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
