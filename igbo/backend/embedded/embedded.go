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

// Config is how the backend is opened unless its options name a mode of operations.
// The backend's own default can deadlock: it runs independent
// operations in parallel on the same workers that a large product then waits
// for. Of the modes that cannot, sequential operations are the fastest on the
// small graphs of this module (BenchmarkSafeModes of package backend), and a large product still
// uses every core. Nodes run in the order in which they were made: the
// backend's own order, by distance to the output, runs all chunks of a path
// side by side, which holds the memory of all of them at once.
// Package program runs most graphs in its own way, on every core where they are large; the
// mode is for those that it leaves to the backend.
const Config = "ops_sequential,creation_order"

// Unrolled is the option of [Open] with which loops are unrolled: their gradients then have the bits that they had before there
// were loops, at a graph, a compilation and a memory that grow with the number of steps.
const Unrolled = "unrolled"

// Open opens the embedded backend with options such as "parallelism=4"; [Complete] says what
// is added to them. Graphs run by package program where operations are sequential.
//
// The option "unrolled" is no option of the backend: package scan then builds T copies of a step instead of a loop.
//
// Errors: options that the backend does not know, and a set of kernels that this machine does not run ([vector.Default]).
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

// Complete adds the options of [Config] that are not set in options. Without
// this, "parallelism=4" could deadlock. Parallel operations get as many workers as they ask
// for, as they wait for each other's.
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

// Check reports options with which a graph may wait for a worker that its caller holds.
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

// workers is how many cores a graph may use: all, or as many as the option parallelism says.
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
