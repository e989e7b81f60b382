package embedded

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"

	"github.com/igbolab/igbolab/igbo/backend/peephole"
	"github.com/igbolab/igbolab/igbo/backend/program"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// Config holds the default options of the backend. It applies to graphs that package program does not support.
//
// GoMLX's default settings can deadlock: independent operations run in parallel on the workers that a large product also
// waits for. Among the modes that cannot deadlock, ops_sequential is the fastest on small graphs, and large products
// still use all cores.
//
// With creation_order, nodes run in the order of their creation. GoMLX's default order, by distance to the output,
// evaluates all chunks of a computation side by side and keeps the memory of all of them alive.
const Config = "ops_sequential,creation_order"

// Unrolled is the option of [Open] that unrolls loops. Results and gradients then have the same bits as those of the
// explicit sequence of steps. The size of the graph, its compile time and its memory grow with the number of steps.
const Unrolled = "unrolled"

// Open opens the embedded backend. options is a comma-separated list such as "parallelism=4"; Open adds the defaults as
// described at [Complete]. If operations run sequentially, package program runs the graphs.
//
// Open handles the option [Unrolled] itself: package scan then builds T copies of a step instead of a loop.
//
// Open returns an error for an unknown option, or if this machine does not support the selected kernels (see
// [vector.Default]).
func Open(options string) (compute.Backend, error) {
	list := strings.Split(Complete(options), ",")
	loops := !slices.Contains(list, Unrolled)
	options = strings.Join(slices.DeleteFunc(list, func(o string) bool { return o == Unrolled }), ",")
	if _, err := vector.Default(); err != nil {
		return nil, err
	}
	b, err := gobackend.New(options)
	if err != nil {
		return nil, err
	}
	if strings.Contains(options, "ops_sequential") {
		b = program.Wrap(b, workers(options))
	}
	b = peephole.Wrap(b)
	if u, ok := b.(interface{ Unrolled() compute.Backend }); ok && !loops {
		return u.Unrolled(), nil
	}
	return b, nil
}

// Complete returns options with the missing options of [Config] added. Without them, "parallelism=4" could deadlock. For
// parallel operations it adds "parallelism=-1", because those operations wait for each other and need an unlimited number
// of workers.
func Complete(options string) string {
	mode, order, _ := strings.Cut(Config, ",")
	list := strings.FieldsFunc(options, func(r rune) bool { return r == ',' })
	if !strings.Contains(options, "ops_") {
		list = append(list, mode)
	}
	if strings.Contains(options, "ops_parallel") && !strings.Contains(options, "parallelism=") {
		list = append(list, "parallelism=-1")
	}
	if !strings.Contains(options, "_order") {
		list = append(list, order)
	}
	return strings.Join(list, ",")
}

// Check returns an error for options with which a graph can deadlock.
func Check(options string) error {
	if !strings.Contains(options, "ops_parallel") {
		return nil
	}
	for option := range strings.SplitSeq(options, ",") {
		if n, found := strings.CutPrefix(option, "parallelism="); found && n != "-1" {
			return fmt.Errorf("ops_parallel with parallelism=%s can deadlock (use parallelism=-1 or ops_sequential)", n)
		}
	}
	return nil
}

// workers returns the number of cores that a graph may use: the value of the option parallelism, or all cores.
func workers(options string) int {
	for option := range strings.SplitSeq(options, ",") {
		if text, found := strings.CutPrefix(option, "parallelism="); found {
			if n, err := strconv.Atoi(text); err == nil && n >= 0 {
				return max(n, 1)
			}
		}
	}
	return runtime.GOMAXPROCS(0)
}
