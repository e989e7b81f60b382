//go:build browser

package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// mostMemory is the memory limit of the page's process, in bytes. The process takes about 1 GB when the linker ends. Chromium's other
// processes take a third of a GB more, even with an empty page.
const mostMemory = 1.1e9

// checkMemory builds the largest cell of the course, which uses figures and igbo, twice.
func (p page) checkMemory() {
	for number, tries := 1, 0; number <= 2+tries && tries < 3; number++ {
		p.setSources(fmt.Sprintf("%%%%\nnotebook.Show(plots.Bars([]string{\"a\", \"b\"}, []plots.BarSeries{{Name: \"of %d\", Values: []float64{1, 2}}}))\nfmt.Println(\"epochs\", igbo.DefaultConfig().Epochs)", number))
		stop, done := make(chan bool), make(chan bool)
		page, all := 0.0, 0.0
		go func() {
			defer close(done)
			for {
				one, sum := taken(chromedp.FromContext(p.ctx).Browser.Process().Pid)
				page, all = max(page, one), max(all, sum)
				select {
				case <-stop:
					return
				case <-time.After(20 * time.Millisecond):
				}
			}
		}()
		p.runCells()
		close(stop)
		<-done
		p.shows(0, "epochs")
		p.t.Logf("a cell of figures and igbo, time %d: at most %.0f MB, with all processes %.0f; %s", number, page/1e6, all/1e6, eval[string](p, lastTimes))
		if page > mostMemory {
			if tries++; tries < 3 { // the page's garbage collector is late on a busy machine
				continue
			}
		}
		if page > mostMemory || page == 0 && runtime.GOOS == "linux" {
			p.t.Errorf("the page took %.0f MB, expected at most %.0f", page/1e6, mostMemory/1e6)
		}
	}
}

// taken returns the memory of a process and its descendants in bytes: the maximum and the sum of their proportional set sizes. It returns 0
// except on Linux.
func taken(pid int) (largest, sum float64) {
	below := []int{pid}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for i := 0; i < len(below); i++ {
		for _, stat := range stats {
			text, _ := os.ReadFile(stat)
			_, after, _ := strings.Cut(string(text), ") ")
			child, _ := strconv.Atoi(strings.Split(stat, "/")[2])
			if fields := strings.Fields(after); len(fields) > 1 && fields[1] == strconv.Itoa(below[i]) && !slices.Contains(below, child) {
				below = append(below, child)
			}
		}
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", below[i]))
		_, after, _ := strings.Cut(string(text), "\nPss:")
		kilobytes, _, _ := strings.Cut(strings.TrimSpace(after), " ")
		n, _ := strconv.ParseFloat(kilobytes, 64)
		largest, sum = max(largest, 1024*n), sum+1024*n
	}
	return largest, sum
}
