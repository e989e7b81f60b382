package workload

import (
	"context"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// Maker builds our contender for a row, and the work for the peers.
type Maker func(ctx context.Context, engine compute.Backend) (race.Contender, *reference.Work, error)

// ours is what all of our own contenders have; each adds Run.
type ours struct {
	version string
	outputs reference.Outputs
	ready   reference.Ready
	memory  resident
}

// newOurs begins a contender: its memory counts from here. The backend gives back what it keeps of earlier work.
func newOurs(engine compute.Backend) ours {
	if e, ok := engine.(interface{ Release() }); ok {
		e.Release()
	}
	return ours{version: "igbo on " + engine.Name(), memory: watchResident()}
}

// Name implements Contender.
func (o *ours) Name() string { return "igbo" }

// Version implements Contender.
func (o *ours) Version() string { return o.version }

// Outputs implements Contender.
func (o *ours) Outputs() reference.Outputs { return o.outputs }

// Ready implements Contender.
func (o *ours) Ready() reference.Ready { return o.ready }

// Memory implements Contender.
func (o *ours) Memory(context.Context) (int64, error) { return o.memory.growth(), nil }

// Close implements Contender: there is no process to end.
func (o *ours) Close() error { return nil }

// results returns the outputs, to be completed.
func (o *ours) results() *reference.Outputs { return &o.outputs }

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

// growth returns by how many bytes the peak memory has grown.
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
