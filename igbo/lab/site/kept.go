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

	"github.com/igbolab/igbolab/igbo/lab/ipynb"
	"github.com/igbolab/igbolab/igbo/lab/kernel/compose"
)

const (
	// quick is the time of processors that a cell may take which computes anew in a browser where its output shows whether it computes.
	quick = time.Second
	// longest is how long one may take, by the clock.
	longest = 10 * time.Minute
)

// keeps matches programs that keep what they find.
var keeps = regexp.MustCompile(`\bnotebook\.(Keep|Run)\(`)

// keptIndex says where kept results are: of each, by its name, the pack and where it begins and ends there.
type keptIndex struct {
	Packs []string          `json:"packs"`
	Parts map[string][3]int `json:"parts"`
}

// makeKept runs, on this machine, the cells of notebooks that keep their results, and writes these: a reader's browser, which would
// take six to eight times as long, finds them where it would keep its own. It returns the name of their index.
//
// The programs are those that a browser composes, built with the same tags; code is the digest of what they are linked with.
func (m *maker) makeKept(ctx context.Context, code string) (string, error) {
	m.say("running what takes long, so that no browser has to")
	k := &keeper{m, filepath.Join(m.temp, "kept"), code, quick, map[string]bool{}, keptIndex{Parts: map[string][3]int{}}}
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

// keeper gathers results.
type keeper struct {
	*maker
	dir   string // of the program that runs, and of what it keeps
	code  string
	quick time.Duration
	seen  map[string]bool
	index keptIndex
}

// notebook runs the cells of one that keep something. What fails here fails in the browser, too, and is told there.
func (k *keeper) notebook(ctx context.Context, name string, n *ipynb.Notebook) error {
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
		took, said, err := k.cell(ctx, p)
		again := said
		if err == nil && took < k.quick {
			_, again, err = k.run(ctx, p)
		}
		if ctx.Err() != nil {
			return ctx.Err() // else a site without its results would stand there as a whole one
		}
		if err != nil {
			k.say("%s, code cell %d keeps nothing for the site: %v", name, i+1, err)
		}
		if err := k.gather(said == again); err != nil {
			return err
		}
	}
	return nil
}

// cell builds the program of a cell and runs it, as run says.
func (k *keeper) cell(ctx context.Context, p compose.Program) (time.Duration, string, error) {
	source := filepath.Join(k.dir, "main.go")
	if err := os.WriteFile(source, []byte(p.Text), 0o600); err != nil {
		return 0, "", err
	}
	build := exec.CommandContext(ctx, k.Go, "build", "-tags=noxla", "-ldflags=-s -w", "-o", k.program(), source)
	build.Dir = k.Source
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWORK=off")
	if said, err := build.CombinedOutput(); err != nil {
		return 0, "", fmt.Errorf("%w\n%s", err, lastLines(string(said), 5))
	}
	return k.run(ctx, p)
}

func (k *keeper) program() string { return filepath.Join(k.dir, "cell") }

// run runs the program that cell has built: what it took of the processors, however busy they are, and what it printed.
func (k *keeper) run(ctx context.Context, p compose.Program) (time.Duration, string, error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	run := exec.CommandContext(ctx, k.program(), p.Arguments...)
	run.Dir = filepath.Join(k.temp, "notebooks")
	run.Env = append(os.Environ(), "GONB_TMP_DIR="+k.dir, "GONB_PIPE=", "IGBOLAB_CODE="+k.code, "GOMLX_BACKEND=go")
	var printed, said bytes.Buffer
	run.Stdout, run.Stderr = &printed, &said
	err := run.Run()
	if err != nil {
		return 0, "", fmt.Errorf("%w\n%s", err, lastLines(said.String(), 5))
	}
	return run.ProcessState.UserTime() + run.ProcessState.SystemTime(), printed.String(), nil
}

// gather takes what is new in the folder, into a pack, or sees to it that it is not taken later.
func (k *keeper) gather(take bool) error {
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
