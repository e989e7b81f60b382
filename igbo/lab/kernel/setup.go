package kernel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/lab/setup"
)

// Setup makes what is missing: the kernel's programs, and a build cache that holds
// what cells link. A second call returns at once, without network.
func (k *Kernel) Setup(ctx context.Context) error {
	parts, err := k.Parts()
	if err != nil {
		return err
	}
	return setup.Make(ctx, k.Out, k.Home, parts...)
}

// Ready tells whether Setup has nothing to do.
func (k *Kernel) Ready() bool {
	parts, err := k.Parts()
	return err == nil && !slices.ContainsFunc(parts, func(p setup.Part) bool { return !p.Done() })
}

// Parts are what Setup makes, in their order.
func (k *Kernel) Parts() ([]setup.Part, error) {
	key, err := k.key()
	if err != nil {
		return nil, err
	}
	return []setup.Part{
		{Name: "the Go kernel", Key: key, Stamp: filepath.Join(k.bin(), "ready"), Intact: k.intact, Make: k.makeTools},
		{Name: "the build cache", Key: key, Stamp: filepath.Join(k.Home, "warm"), Make: k.warm},
	}, nil
}

// intact tells that the kernel's files are there and its settings can be read.
func (k *Kernel) intact() bool {
	s, err := k.settings()
	return err == nil && s.Source == k.Source && len(k.Faults()) == 0
}

// key changes with the go command, with go.mod, and with the source of the kernel's own programs.
func (k *Kernel) key() (string, error) {
	path, err := findGo()
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("kernel: %w", err)
	}
	sum := sha256.New()
	fmt.Fprintln(sum, k.Source, path, info.Size(), info.ModTime().UnixNano())
	for _, tree := range []string{"go.mod", "igbo/lab", "igbo/cmd/igbo"} {
		err := filepath.WalkDir(filepath.Join(k.Source, filepath.FromSlash(tree)), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.HasSuffix(path, "_test.go") || filepath.Ext(path) != ".go" && e.Name() != "go.mod" {
				return err
			}
			text, err := os.ReadFile(path)
			fmt.Fprintln(sum, path, len(text))
			sum.Write(text)
			return err
		})
		if err != nil {
			return "", fmt.Errorf("kernel: %w", err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// build runs go build in the source with the flags of cells.
func (k *Kernel) build(ctx context.Context, p *setup.Progress, s Settings, xla bool, what ...string) error {
	p.Say("looking for what is compiled already")
	runner := setup.Runner{Runtime: k.runtime(), Env: append(k.Environment(os.Environ(), xla), "GOWORK=off"), Force: k.Force}
	return runner.Run(ctx, k.Source, p.GoSays(), s.Go, append([]string{"build", "-v"}, what...)...)
}

// makeTools builds the kernel's programs at go.mod's versions.
func (k *Kernel) makeTools(ctx context.Context, p *setup.Progress) error {
	s, err := examine(ctx, k.Source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(k.bin(), 0o700); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	err = k.build(ctx, p, s, true, "-o", k.bin()+string(filepath.Separator), "github.com/janpfeifer/gonb", "./igbo/lab/kernel/goimports", "./igbo/lab/kernel/go", "./igbo/cmd/igbo")
	if err != nil {
		return err
	}
	if err := k.writeNeeds(ctx, s); err != nil {
		return err
	}
	return k.writeSettings(s)
}

// warm builds what cells link, so that the first cell does not wait for it.
func (k *Kernel) warm(ctx context.Context, p *setup.Progress) error {
	s, err := k.settings()
	if err != nil {
		return err
	}
	for _, xla := range []bool{true, false} {
		if err := k.build(ctx, p, s, xla, prelude.Paths()...); err != nil {
			return err
		}
	}
	_, err = k.listExports(ctx, s)
	return err
}
