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

	"github.com/igbolab/igbolab/igbo/internal/setup"
	"github.com/igbolab/igbolab/igbo/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/kernel/stateful"
)

// Setup creates what is missing: the kernel's programs, a build cache with the packages of cells, and stateful cells
// ([Kernel.SetupStateful]). A second call returns at once, without network.
func (k *Kernel) Setup(ctx context.Context) error {
	parts, err := k.Parts()
	if err == nil {
		err = setup.Make(ctx, k.Out, k.Home, parts...)
	}
	if err != nil {
		return err
	}
	return k.SetupStateful(ctx)
}

// Ready reports whether the programs and the build cache are complete. It does not check stateful cells; see [Kernel.Stateful].
func (k *Kernel) Ready() bool {
	parts, err := k.Parts()
	return err == nil && !slices.ContainsFunc(parts, func(p SetupPart) bool { return !p.Done() })
}

// SetupPart names something that Setup creates.
type SetupPart = setup.Part

// Parts lists what Setup creates, in order, except stateful cells.
func (k *Kernel) Parts() ([]SetupPart, error) {
	key, err := k.key()
	if err != nil {
		return nil, err
	}
	return []SetupPart{
		{Name: "the Go kernel", Key: key, Stamp: filepath.Join(k.bin(), "ready"), Intact: k.intact, Make: k.makeTools},
		{Name: "the build cache", Key: fmt.Sprint(key, " xla ", k.XLA()), Stamp: filepath.Join(k.Home, "warm"), Make: k.warm},
	}, nil
}

// intact reports whether the kernel's files exist, its settings can be read, and no better Go has to be tried.
func (k *Kernel) intact() bool {
	s, err := k.settings()
	return err == nil && s.Source == k.Source && stateful.Proven(s.GoVersion) && len(k.Faults()) == 0
}

// key returns a digest that changes with the go command, with go.mod, and with the source of the kernel's own programs.
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
	for _, tree := range []string{"go.mod", "igbo/kernel", "igbo/lab", "igbo/internal", "igbo/cmd/igbo"} {
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
	p.Say("checking which packages are already compiled")
	runner := setup.Runner{Runtime: k.runtime(), Env: append(k.Environment(os.Environ(), xla), "GOWORK=off"), Force: k.Force}
	return runner.Run(ctx, k.Source, p.GoReports(), s.Go, append([]string{"build", "-v"}, what...)...)
}

// makeTools builds the kernel's programs at the versions in go.mod.
func (k *Kernel) makeTools(ctx context.Context, p *setup.Progress) error {
	s, unfit, err := examine(ctx, k.Source, p.Say)
	if err != nil {
		return err
	}
	if unfit != nil {
		fmt.Fprintf(k.Out, "each cell will run as a separate program, because stateful cells are not available: %v\n", unfit)
	}
	if err := os.MkdirAll(k.bin(), 0o755); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	err = k.build(ctx, p, s, true, "-o", k.bin()+string(filepath.Separator), "github.com/janpfeifer/gonb", "./igbo/kernel/goimports", "./igbo/kernel/go", "./igbo/cmd/igbo")
	if err != nil {
		return err
	}
	if err := k.writeNeeds(ctx, s); err != nil {
		return err
	}
	return k.writeSettings(s)
}

// warm builds the packages that cells link, so the first cell does not wait for them.
func (k *Kernel) warm(ctx context.Context, p *setup.Progress) error {
	s, err := k.settings()
	if err != nil {
		return err
	}
	if err := k.build(ctx, p, s, k.XLA(), prelude.Paths()...); err != nil {
		return err
	}
	_, err = k.listExports(ctx, s)
	return err
}
