package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/compose"
	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

const (
	// quick is the maximum processor time of a cell that is not cached, if its output shows whether it computes.
	quick = time.Second
	// longest is the maximum wall-clock time of a cell.
	longest = 10 * time.Minute
)

// keeps matches programs that cache results.
var keeps = regexp.MustCompile(`\bnotebook\.(Keep|Run)\(`)

// keptIndex gives the places of cached results: for each name the pack, and its start and end there.
type keptIndex struct {
	Packs []string          `json:"packs"`
	Parts map[string][3]int `json:"parts"`
}

// makeKept runs, on this machine, the cells of notebooks that cache their results, and writes these results into the site. A browser would
// take six to eight times as long. It returns the name of their index.
//
// The programs are those that a browser composes, built with the same tags. Code is the digest of the packages that they link.
func (m *maker) makeKept(ctx context.Context, code string) (string, error) {
	m.say("running slow cells, whose results browsers will reuse")
	k := &checkpointer{m, filepath.Join(m.temp, "kept"), code, quick, map[string]bool{}, keptIndex{Parts: map[string][3]int{}}}
	if err := errors.Join(os.MkdirAll(filepath.Join(k.dir, "study"), 0o700), os.MkdirAll(filepath.Join(m.temp, "notebooks"), 0o700)); err != nil {
		return "", fmt.Errorf("site: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if path.Ext(name) != ".ipynb" {
			continue
		}
		n, err := ipynb.Read(m.Files[name])
		if err != nil {
			return "", fmt.Errorf("site: %s: %w", name, err)
		}
		if err := k.notebook(ctx, name, n); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(k.index)
	if err != nil {
		return "", err
	}
	return k.packed("go/kept/index", ".json", text)
}

// checkpointer collects results.
type checkpointer struct {
	*maker
	dir   string // folder of the program that runs, and of its cached results
	code  string
	quick time.Duration
	seen  map[string]bool
	index keptIndex
}

// notebook runs the cells of a notebook that cache results. A cell that fails here also fails in the browser, which reports it.
func (k *checkpointer) notebook(ctx context.Context, name string, n *ipynb.Notebook) error {
	cells := &compose.Notebook{}
	for i, text := range n.Code() {
		p, err := cells.Program(text, i+1)
		if err != nil {
			continue
		}
		cells.Keep()
		if !p.Runs || !keeps.MatchString(p.Text) {
			continue
		}
		took, reported, err := k.cell(ctx, p)
		again := reported
		if err == nil && took < k.quick {
			_, again, err = k.run(ctx, p)
		}
		if ctx.Err() != nil {
			return ctx.Err() // otherwise a site without its results would look complete
		}
		if err != nil {
			k.say("%s, code cell %d keeps nothing for the site: %v", name, i+1, err)
		}
		if err := k.gather(reported == again); err != nil {
			return err
		}
	}
	return nil
}

// cell builds and runs the program of a cell; see run.
func (k *checkpointer) cell(ctx context.Context, p compose.Program) (time.Duration, string, error) {
	source := filepath.Join(k.dir, "main.go")
	if err := os.WriteFile(source, []byte(p.Text), 0o600); err != nil {
		return 0, "", err
	}
	build := exec.CommandContext(ctx, k.Go, "build", "-tags=noxla", "-ldflags=-s -w", "-o", k.program(), source)
	build.Dir = k.Source
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWORK=off")
	if reported, err := build.CombinedOutput(); err != nil {
		return 0, "", fmt.Errorf("%w\n%s", err, lastLines(string(reported), 5))
	}
	return k.run(ctx, p)
}

func (k *checkpointer) program() string { return filepath.Join(k.dir, "cell") }

// run runs the program that cell has built. It returns the processor time, which does not depend on the load, and the output.
func (k *checkpointer) run(ctx context.Context, p compose.Program) (time.Duration, string, error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	run := exec.CommandContext(ctx, k.program(), p.Arguments...)
	run.Dir = filepath.Join(k.temp, "notebooks")
	run.Env = append(os.Environ(), "GONB_TMP_DIR="+k.dir, "GONB_PIPE=", "IGBOLAB_CODE="+k.code, "GOMLX_BACKEND=go")
	var printed, reported bytes.Buffer
	run.Stdout, run.Stderr = &printed, &reported
	err := run.Run()
	if err != nil {
		return 0, "", fmt.Errorf("%w\n%s", err, lastLines(reported.String(), 5))
	}
	return run.ProcessState.UserTime() + run.ProcessState.SystemTime(), printed.String(), nil
}

// gather moves new files in the folder into a pack if take is set. Otherwise it marks them, so later calls skip them.
func (k *checkpointer) gather(take bool) error {
	entries, err := os.ReadDir(filepath.Join(k.dir, "study"))
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	var pack []byte
	for _, e := range entries {
		name := e.Name()
		if k.seen[name] || path.Ext(name) != ".study" {
			continue
		}
		k.seen[name] = true
		if !take {
			continue
		}
		text, err := os.ReadFile(filepath.Join(k.dir, "study", name))
		if err != nil {
			return fmt.Errorf("site: %w", err)
		}
		k.index.Parts[name] = [3]int{len(k.index.Packs), len(pack), len(pack) + len(text)}
		pack = append(pack, text...)
	}
	if pack == nil {
		return nil
	}
	name, err := k.packed("go/kept/pack", ".parts", pack)
	k.index.Packs = append(k.index.Packs, name)
	return err
}
