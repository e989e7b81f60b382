package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// dissect repeats each step that the kernel takes for a cell, in the folder of a running kernel, and runs go build alone.
func (k *Kernel) dissect(ctx context.Context, runs int, env []string) (parts, alone []Part, err error) {
	folder, err := k.cellFolder()
	if err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(filepath.Join(folder, "main.go"))
	if err != nil {
		return nil, nil, err
	}
	d := dissection{folder: folder, env: env, times: map[string][]time.Duration{}, cpu: map[string][]time.Duration{}}
	s, err := k.settings()
	if err != nil {
		return nil, nil, err
	}
	binary, graph := executable(folder, "dissected"), filepath.Join(folder, "actions.json")
	defer os.Remove(graph)
	defer os.Remove(binary)
	for range runs {
		for _, step := range []func() error{
			func() error { return d.edit(text) },
			func() error { return d.run(ctx, stepImports, k.program("goimports"), "-w", "main.go") },
			func() error { return d.run(ctx, stepBuild, k.program("go"), "build", "-o", binary) },
			func() error { return d.run(ctx, stepRun, binary) },
			func() error { return d.edit(text) },
			func() error { return d.run(ctx, stepAlone, s.Go, "build", "-debug-actiongraph="+graph, "-o", binary) },
			func() error { return d.readActions(graph) },
		} {
			if err := step(); err != nil {
				return nil, nil, err
			}
		}
	}
	return d.parts(stepImports, stepBuild, stepRun), d.parts(stepAlone, stepLoad, stepCompile, stepLink), nil
}

// The steps of a cell, and those of go build alone.
const (
	stepImports = "imports"
	stepBuild   = "building"
	stepRun     = "running"
	stepAlone   = "go build alone"
	stepLoad    = "loading"
	stepCompile = "compiling"
	stepLink    = "linking"
)

// A dissection measures the steps of a cell.
type dissection struct {
	folder     string
	env        []string
	times, cpu map[string][]time.Duration
}

// edit changes the number in the cell.
func (d *dissection) edit(text []byte) error {
	return os.WriteFile(filepath.Join(d.folder, "main.go"), edited(text), 0o600)
}

// run executes one step and measures it.
func (d *dissection) run(ctx context.Context, step string, argv ...string) error {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = d.folder, d.env
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", step, err, out)
	}
	d.times[step] = append(d.times[step], time.Since(start))
	d.cpu[step] = append(d.cpu[step], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	return nil
}

// parts returns the medians of the steps.
func (d *dissection) parts(steps ...string) (parts []Part) {
	for _, s := range steps {
		parts = append(parts, Part{s, median(d.times[s]), median(d.cpu[s])})
	}
	return parts
}

// readActions reads the time that go build spent on actions that were not cached, and on the rest.
func (d *dissection) readActions(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var actions []struct {
		Mode                string
		TimeStart, TimeDone time.Time
		Cmd                 []string
	}
	if err := json.Unmarshal(text, &actions); err != nil {
		return err
	}
	var compile, link time.Duration
	for _, a := range actions {
		switch {
		case a.Mode == "build" && len(a.Cmd) > 0:
			compile += a.TimeDone.Sub(a.TimeStart)
		case a.Mode == "link":
			link += a.TimeDone.Sub(a.TimeStart)
		}
	}
	all := d.times[stepAlone]
	d.times[stepCompile], d.times[stepLink] = append(d.times[stepCompile], compile), append(d.times[stepLink], link)
	d.times[stepLoad] = append(d.times[stepLoad], all[len(all)-1]-compile-link)
	return nil
}

// cellFolder returns the folder in which GoNB composes the cells of the running kernel.
func (k *Kernel) cellFolder() (string, error) {
	var newest string
	var at time.Time
	for _, pattern := range []string{filepath.Join(k.Home, "runtime", "*", "tmp", "gonb_*", "main.go"), filepath.Join(os.TempDir(), "igbolab-*", "gonb_*", "main.go")} {
		found, _ := filepath.Glob(pattern)
		for _, path := range found {
			if info, err := os.Stat(path); err == nil && info.ModTime().After(at) {
				newest, at = filepath.Dir(path), info.ModTime()
			}
		}
	}
	if newest == "" {
		return "", fmt.Errorf("no cell of the kernel was found in %s", k.Home)
	}
	return newest, nil
}

// edited returns a cell with another number in it.
func edited(text []byte) []byte {
	digits := func(b byte) bool { return b >= '0' && b <= '9' }
	fields := bytes.FieldsFunc(text, func(r rune) bool { return r > 127 || !digits(byte(r)) })
	longest := slices.MaxFunc(fields, func(a, b []byte) int { return len(a) - len(b) })
	return bytes.Replace(text, longest, fmt.Append(nil, time.Now().UnixNano()), 1)
}
