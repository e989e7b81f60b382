package bench

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/bench/peer"
)

// timed is what f took by both clocks.
func timed(f func() error) (peer.Clocks, error) {
	wall, cpu := time.Now(), cpuTime()
	err := f()
	return peer.Clocks{Wall: time.Since(wall), CPU: cpuTime() - cpu}, err
}

// sum adds two times.
func sum(a, b peer.Clocks) peer.Clocks { return peer.Clocks{Wall: a.Wall + b.Wall, CPU: a.CPU + b.CPU} }

// resident watches the growth of this process's peak of resident memory.
type resident struct{ before int64 }

// watchResident gives freed memory back and counts from what is left. Where the
// system tells no peak, the growth is 0.
func watchResident() resident {
	debug.FreeOSMemory()
	debug.FreeOSMemory()                                      // pools give back at the second collection
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // else the peak is that of earlier work, and the growth too large
	return resident{processStatus("VmRSS")}
}

// growth is how many bytes the peak has grown since.
func (r resident) growth() int64 { return max(0, processStatus("VmHWM")-r.before) }

// processStatus reads a size in bytes of this process where the system tells it.
func processStatus(name string) int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, name+":"); found {
			fields := strings.Fields(value)
			if len(fields) == 2 && fields[1] == "kB" {
				kB, err := strconv.ParseInt(fields[0], 10, 64)
				if err == nil {
					return kB << 10
				}
			}
		}
	}
	return 0
}

// seconds writes a time with three digits and a unit.
func seconds(s float64) string {
	switch {
	case s < 1e-3:
		return fmt.Sprintf("%.3g µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	default:
		return fmt.Sprintf("%.3g s", s)
	}
}

// megabytes writes a size; none where it is not known.
func megabytes(bytes int64) string {
	if bytes <= 0 {
		return ""
	}
	return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
}
