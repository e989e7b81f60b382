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

// dissect repeats, in the folder of a kernel that runs, what the kernel does for a cell, one step after another.
func (k *Kernel) dissect(ctx context.Context, runs int, env []string) ([]Part, error) {
	folder, err := k.cellFolder()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(folder, "main.go"))
	if err != nil {
		return nil, err
	}
	times := map[string][]time.Duration{}
	edit := func() error { return os.WriteFile(filepath.Join(folder, "main.go"), edited(text), 0o600) }
	for range runs {
		if err := k.step(ctx, folder, env, edit, times); err != nil {
			return nil, err
		}
	}
	var parts []Part
	for _, name := range steps {
		parts = append(parts, Part{name, median(times[name])})
	}
	return parts, nil
}

// The steps of a cell, and those of the go command alone in the place of the second one.
const (
	stepImports = "imports"
	stepBuild   = "building"
	stepRun     = "running"
	stepAlone   = "go build alone"
	stepLoad    = "its loading of packages"
	stepCompile = "its compiling"
	stepLink    = "its linking"
)

var steps = []string{stepImports, stepBuild, stepRun, stepAlone, stepLoad, stepCompile, stepLink}

// step takes all steps of one cell; the go command alone comes after the cell was changed again.
func (k *Kernel) step(ctx context.Context, folder string, env []string, edit func() error, times map[string][]time.Duration) error {
	graph, binary := filepath.Join(folder, "actions.json"), executable(folder, "dissected")
	defer os.Remove(graph)
	defer os.Remove(binary)
	s, err := k.settings()
	if err != nil {
		return err
	}
	took := map[string]time.Duration{}
	for _, c := range []struct {
		name string
		argv []string
	}{
		{stepImports, []string{k.program("goimports"), "-w", "main.go"}},
		{stepBuild, []string{k.program("go"), "build", "-o", binary}},
		{stepRun, []string{binary}},
		{stepAlone, []string{s.Go, "build", "-debug-actiongraph=" + graph, "-o", binary}},
	} {
		if c.name == stepImports || c.name == stepAlone {
			if err := edit(); err != nil {
				return err
			}
		}
		cmd := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...)
		cmd.Dir, cmd.Env = folder, env
		start := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", c.name, err, out)
		}
		took[c.name] = time.Since(start)
	}
	if took[stepCompile], took[stepLink], err = readActions(graph); err != nil {
		return err
	}
	took[stepLoad] = took[stepAlone] - took[stepCompile] - took[stepLink]
	for name, d := range took {
		times[name] = append(times[name], d)
	}
	return nil
}

// cellFolder is where GoNB composes the cells of the kernel that runs.
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
		return "", fmt.Errorf("no cells below %s", k.Home)
	}
	return newest, nil
}

// edited is a cell with another number in it.
func edited(text []byte) []byte {
	digits := func(b byte) bool { return b >= '0' && b <= '9' }
	fields := bytes.FieldsFunc(text, func(r rune) bool { return r > 127 || !digits(byte(r)) })
	longest := slices.MaxFunc(fields, func(a, b []byte) int { return len(a) - len(b) })
	return bytes.Replace(text, longest, fmt.Append(nil, time.Now().UnixNano()), 1)
}

// readActions reads how long the actions of go build took that were not cached.
func readActions(path string) (compile, link time.Duration, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, err
	}
	var actions []struct {
		Mode                string
		TimeStart, TimeDone time.Time
		Cmd                 []string
	}
	if err := json.Unmarshal(text, &actions); err != nil {
		return 0, 0, err
	}
	for _, a := range actions {
		switch {
		case a.Mode == "build" && len(a.Cmd) > 0:
			compile += a.TimeDone.Sub(a.TimeStart)
		case a.Mode == "link":
			link += a.TimeDone.Sub(a.TimeStart)
		}
	}
	return compile, link, nil
}
