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

// ours has the common parts of our contenders; each contender adds Run.
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

// Close implements Contender. It does nothing, because there is no process to stop.
func (o *ours) Close() error { return nil }

// results returns the outputs for the caller to fill in.
func (o *ours) results() *reference.Outputs { return &o.outputs }

// resident watches the growth of this process's peak of resident memory.
type resident struct{ before int64 }

// watchResident releases freed memory and starts to measure the growth. If the system does not report the peak, the growth is
// 0.
func watchResident() resident {
	debug.FreeOSMemory()
	debug.FreeOSMemory()                                      // pools release memory at the second collection
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // otherwise the peak includes earlier work, and the growth is too large
	return resident{processStatus("VmRSS")}
}

// growth returns the growth of the peak memory in bytes.
func (r resident) growth() int64 { return max(0, processStatus("VmHWM")-r.before) }

// processStatus returns a size of this process in bytes, if the system reports it.
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
