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
func (k *Kernel) dissect(ctx context.Context, s sample, runs int, env []string) ([]Part, error) {
	folder, err := k.cellFolder()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(folder, "main.go"))
	if err != nil {
		return nil, err
	}
	times := map[string][]time.Duration{}
	for i := range runs {
		if err := os.WriteFile(filepath.Join(folder, "main.go"), edited(text, i), 0o600); err != nil {
			return nil, err
		}
		if err := k.step(ctx, folder, env, times); err != nil {
			return nil, err
		}
	}
	var parts []Part
	for _, name := range []string{stepImports, stepLoad, stepCompile, stepLink, stepRun} {
		parts = append(parts, Part{name, median(times[name])})
	}
	return parts, nil
}

// The steps of a cell.
const (
	stepImports = "imports"
	stepLoad    = "loading packages"
	stepCompile = "compiling"
	stepLink    = "linking"
	stepRun     = "running"
)

// step takes all steps of one cell.
func (k *Kernel) step(ctx context.Context, folder string, env []string, times map[string][]time.Duration) error {
	graph := filepath.Join(folder, "actions.json")
	defer os.Remove(graph)
	binary := executable(folder, "dissected")
	defer os.Remove(binary)
	took := map[string]time.Duration{}
	for _, c := range []struct {
		name string
		argv []string
	}{
		{stepImports, []string{k.program("goimports"), "-w", "main.go"}},
		{stepLoad, []string{"go", "build", "-debug-actiongraph=" + graph, "-o", binary}},
		{stepRun, []string{binary}},
	} {
		cmd := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...)
		cmd.Dir, cmd.Env = folder, env
		start := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", c.name, err, out)
		}
		took[c.name] = time.Since(start)
	}
	var err error
	if took[stepCompile], took[stepLink], err = readActions(graph); err != nil {
		return err
	}
	took[stepLoad] -= took[stepCompile] + took[stepLink]
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
func edited(text []byte, i int) []byte {
	digits := func(b byte) bool { return b >= '0' && b <= '9' }
	fields := bytes.FieldsFunc(text, func(r rune) bool { return r > 127 || !digits(byte(r)) })
	longest := slices.MaxFunc(fields, func(a, b []byte) int { return len(a) - len(b) })
	return bytes.Replace(text, longest, fmt.Append(nil, time.Now().UnixNano()+int64(i)), 1)
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
