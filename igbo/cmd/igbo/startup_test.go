package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/program"
)

// starter is a program whose start is tested, with a limit for the memory that the initialisation of its packages outside of the standard
// library allocates: about twice the actual value.
type starter struct {
	name, source string
	args         []string
	bytes, times int
}

// programs lists the command, and empty programs that link the packages.
var programs = []starter{
	{"the command", ".", []string{"version"}, 2_000_000, 9_000},
	{"a notebook's cell", "./testdata/startup/plots", nil, 700_000, 4_000},
	{"the library", "./testdata/startup/igbo", nil, 1_500_000, 6_000},
}

// startupRuns is how often the start is timed. The shortest of many runs is that of an otherwise idle machine.
const startupRuns = 10

// startupMillis limits the time of initialisation.
const startupMillis = 15

// TestStartup builds and starts the programs, and checks that they do no work before main.
func TestStartup(t *testing.T) {
	for _, p := range programs {
		p.args = append([]string{program.Built(t, p.source)}, p.args...)
		t.Run(p.name+"/initialisation", p.initialises)
		for name, prepare := range folders {
			t.Run(p.name+"/"+name, func(t *testing.T) { p.touchesNothing(t, prepare) })
		}
	}
}

// initialises traces the initialisation of the packages. Memory and time must be below limits that leave no margin for compiling, loading
// or unpacking anything.
func (p starter) initialises(t *testing.T) {
	shortest := make(map[string]initialisation)
	for range startupRuns {
		cmd := exec.Command(p.args[0], p.args[1:]...)
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		for name, i := range traced(t, cmd) {
			if old, ok := shortest[name]; ok {
				i.millis = min(i.millis, old.millis)
			}
			shortest[name] = i
		}
	}
	var sum initialisation
	for _, i := range shortest {
		sum.millis, sum.bytes, sum.times = sum.millis+i.millis, sum.bytes+i.bytes, sum.times+i.times
	}
	t.Logf("%d packages: %v", len(shortest), sum)
	if len(shortest) < 5 {
		t.Errorf("%d packages were traced, expected more", len(shortest))
	}
	if sum.bytes > p.bytes || sum.times > p.times || sum.millis > startupMillis {
		t.Errorf("initialisation: %v, expected at most %d bytes, %d allocations, %d ms; most of it:\n%s",
			sum, p.bytes, p.times, startupMillis, dearest(shortest))
	}
}

// initialisation is the memory and time of a package's initialisation.
type initialisation struct {
	millis       float64
	bytes, times int
}

// String formats it.
func (i initialisation) String() string {
	return fmt.Sprintf("%.3f ms, %d bytes, %d allocations", i.millis, i.bytes, i.times)
}

// dearest returns the packages that allocate most.
func dearest(packages map[string]initialisation) string {
	names := make([]string, 0, len(packages))
	for name := range packages {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(packages[b].bytes, packages[a].bytes) })
	var lines strings.Builder
	for _, name := range names[:min(10, len(names))] {
		fmt.Fprintf(&lines, "%s: %v\n", name, packages[name])
	}
	return lines.String()
}

// initLine matches a line of Go's trace about a package outside of the standard library, whose first path element has a dot.
var initLine = regexp.MustCompile(`(?m)^init ([^/ ]*\.[^ ]*) @[^,]*, (\S+) ms clock, (\d+) bytes, (\d+) allocs$`)

// traced runs the command and reads the trace of its packages.
func traced(t *testing.T, cmd *exec.Cmd) map[string]initialisation {
	t.Helper()
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, trace.String())
	}
	packages := make(map[string]initialisation)
	for _, line := range initLine.FindAllStringSubmatch(trace.String(), -1) {
		millis, errMillis := strconv.ParseFloat(line[2], 64)
		bytes, errBytes := strconv.Atoi(line[3])
		times, errTimes := strconv.Atoi(line[4])
		if errMillis != nil || errBytes != nil || errTimes != nil {
			t.Fatalf("unexpected trace: %s", line[0])
		}
		packages[line[1]] = initialisation{millis, bytes, times}
	}
	return packages
}

// folders are states in which a program may find its folders, including files that another user has left there.
var folders = map[string]func(dir string) error{
	"empty":      func(string) error { return nil },
	"read-only":  func(dir string) error { return os.Chmod(dir, 0o555) },
	"missing":    os.Remove,
	"files":      func(dir string) error { return cmp.Or(os.Remove(dir), os.WriteFile(dir, nil, 0o644)) },
	"plants":     plant,
	"unreadable": func(dir string) error { return cmp.Or(plant(dir), os.Chmod(dir, 0)) },
}

// touchesNothing starts the program with prepared home, cache, temporary and working folders. It must succeed and leave them unchanged.
func (p starter) touchesNothing(t *testing.T, prepare func(dir string) error) {
	root := t.TempDir()
	cmd := exec.Command(p.args[0], p.args[1:]...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+root)
	for _, variable := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR", "TMP", "TEMP"} {
		dir := filepath.Join(root, variable)
		must.Do(t, cmp.Or(os.Mkdir(dir, 0o755), prepare(dir)))
		t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
		cmd.Env = append(cmd.Env, variable+"="+dir)
	}
	before := listed(t, root) + listed(t, cmd.Dir)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	if after := listed(t, root) + listed(t, cmd.Dir); after != before {
		t.Errorf("the program left\n%s\nwhere there was\n%s", after, before)
	}
}

// plant writes files like those of a former cache of compiled code, which would crash or be run.
func plant(dir string) error {
	for _, version := range []string{"wazero-dev-amd64-linux", "wazero-v1.10.1-amd64-linux", "wazero-dev-arm64-darwin"} {
		folder := filepath.Join(dir, "go-graphviz", version)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		for _, name := range []string{"0", strings.Repeat("a", 64)} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte("WAZERO\x00planted"), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// listed lists the files below a folder with their sizes, modes and times.
func listed(t *testing.T, root string) string {
	t.Helper()
	var list strings.Builder
	err := filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if os.IsPermission(err) {
			return filepath.SkipDir
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(&list, path, info.Size(), info.Mode(), info.ModTime().UnixNano())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}
