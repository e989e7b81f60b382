package site

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
)

// Options says what a site is made of.
type Options struct {
	// Source is the folder of the project's go.mod.
	Source string
	// Go is the go command; empty is the one on the PATH.
	Go string
	// JupyterLite is the file of its Python package, jupyterlite-core.
	JupyterLite string
	// Packages are those that cells may import, with all that these need; nil are those that the kernel at home knows by name.
	Packages []string
	// Files are notebooks and what lies beside them, by their paths.
	Files map[string][]byte
	// Folder is the site's; what lies there is replaced where it is a site with nothing beside and nothing changed.
	Folder string
	// Say gets what is being done.
	Say func(line string)
}

// maker makes a site.
type maker struct {
	Options
	out, temp string // where it is made, and where what is thrown away
}

//go:embed static
var static embed.FS

// Make makes a site, whole or not at all: whenever it is interrupted or killed, the folder is as it was, or the new site
// ([durable.WriteFolderUnsynced]).
//
// Errors: a folder that holds something else, also beside an earlier site; packages that do not compile; another release of Go, whose sources of the
// compiler are not as they were; a JupyterLite that is none.
func Make(ctx context.Context, o Options) error {
	if err := replaceable(o.Folder); err != nil {
		return err
	}
	if o.Go == "" {
		o.Go = "go"
	}
	if o.Packages == nil {
		o.Packages = prelude.Paths()
	}
	if err := os.MkdirAll(filepath.Dir(o.Folder), 0o755); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	var fault error // one that names what is wrong
	err := durable.WriteFolderUnsynced(o.Folder, func(draft string) error {
		temp, err := filepath.Abs(filepath.Join(draft, "temp")) // what a killed export leaves goes with its draft
		if err == nil {
			err = os.Mkdir(temp, 0o700)
		}
		if err != nil {
			return err
		}
		m := &maker{o, draft, temp}
		fault = m.make(ctx)
		if err := os.RemoveAll(temp); err != nil {
			return err
		}
		if fault == nil {
			fault = replaceable(o.Folder) // it took minutes
		}
		return fault
	})
	if err != nil && fault == nil {
		return fmt.Errorf("site: %w", err)
	}
	return err
}

// index names the files of tools and packages.
const index = "site.json"

// replaceable is an error where a folder holds what is no site, or a site with something else beside, or with changes.
func replaceable(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	const expected = "expected a new or an empty folder, or a site as an export wrote it"
	if _, err := os.Stat(filepath.Join(folder, index)); err != nil {
		return fmt.Errorf("site: %s holds something else, %s", folder, expected)
	}
	if _, err := durable.ReadFolder(folder); err != nil {
		return fmt.Errorf("site: %s would be replaced, and with it what no export wrote: %w; %s", folder, err, expected)
	}
	return nil
}

func (m *maker) make(ctx context.Context) error {
	if err := m.jupyter(); err != nil {
		return err
	}
	if err := m.contents(); err != nil {
		return err
	}
	if err := m.scripts(); err != nil {
		return err
	}
	tools, err := m.makeTools(ctx)
	if err != nil {
		return err
	}
	packages, err := m.makePackages(ctx, m.Packages)
	if err != nil {
		return err
	}
	linked, err := json.Marshal(packages)
	if err != nil {
		return err
	}
	kept, err := m.makeKept(ctx, digest(linked))
	if err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"go": release(), "code": digest(linked), "tools": tools, "packages": json.RawMessage(linked), "kept": kept})
	if err != nil {
		return err
	}
	return m.write(index, text)
}

// scripts copies what is written by hand.
func (m *maker) scripts() error {
	return copyTree(static, "static", func(name string, text []byte) error {
		switch name {
		case "remoteEntry.js", "kernel.js", "storage.js", "contents.js":
			name = extension + "/static/" + name
		case serviceWorker:
		default:
			name = "go/" + name
		}
		return m.write(name, text)
	})
}

// write writes a file of the site.
func (m *maker) write(name string, text []byte) error {
	path := filepath.Join(m.out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	return nil
}

// run runs the go command for the browser's architecture and returns what it prints.
func (m *maker) run(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, m.Go, args...)
	cmd.Dir = m.Source
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH="+architecture, "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWASM=", "GOEXPERIMENT=", "GOTMPDIR="+m.temp)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("site: go %s: %w\n%s", args[0], err, lastLines(string(exit.Stderr), 20))
	}
	return string(out), err
}

// goroot is the folder of the user's Go.
func (m *maker) goroot(ctx context.Context) (string, error) {
	out, err := m.run(ctx, "env", "GOROOT")
	return strings.TrimSpace(out), err
}

func (m *maker) say(format string, args ...any) {
	if m.Say != nil {
		m.Say(fmt.Sprintf(format, args...))
	}
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
