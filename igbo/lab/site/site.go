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
	"github.com/igbolab/igbolab/igbo/kernel/prelude"
)

// Options configures a site.
type Options struct {
	// Source is the folder of the project's go.mod.
	Source string
	// Go is the go command (default: the one in the PATH).
	Go string
	// JupyterLite is the path of its Python package, jupyterlite-core.
	JupyterLite string
	// Packages lists the packages that cells can import; their imports are added. If it is nil, it is the list of packages that the desktop
	// kernel imports by name.
	Packages []string
	// Files holds notebooks and the files next to them, by path.
	Files map[string][]byte
	// Folder is the folder of the site. An earlier site in it is replaced if it contains no other files and no changes.
	Folder string
	// Say receives progress messages.
	Say func(line string)
}

// maker makes a site.
type maker struct {
	Options
	out, temp string // the folder being built, and the folder for temporary files
}

//go:embed static
var static embed.FS

// Make makes a site atomically: if it is interrupted or killed, the folder has either its old content or the new site
// ([durable.WriteFolderUnsynced]).
//
// It returns an error if the folder contains other files, also next to an earlier site, if packages do not compile, if the compiler's
// sources differ in this release of Go, or if the JupyterLite file is invalid.
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
	var fault error // the fault to report
	err := durable.WriteFolderUnsynced(o.Folder, func(folder string) error {
		temp, err := filepath.Abs(filepath.Join(folder, "temp")) // a later export removes it after a kill
		if err == nil {
			err = os.Mkdir(temp, 0o700)
		}
		if err != nil {
			return err
		}
		m := &maker{o, folder, temp}
		fault = m.make(ctx)
		if err := os.RemoveAll(temp); err != nil {
			return err
		}
		if fault == nil {
			fault = replaceable(o.Folder) // again, because the build took minutes
		}
		return fault
	})
	if err != nil && fault == nil {
		return fmt.Errorf("site: %w", err)
	}
	return err
}

// index is the file that maps tools and packages to files.
const index = "site.json"

// replaceable returns an error if a folder contains anything except an unmodified site.
func replaceable(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	const expected = "want a new or empty folder, or an unchanged site of an earlier export"
	if _, err := os.Stat(filepath.Join(folder, index)); err != nil {
		return fmt.Errorf("site: %s is not an exported site; %s", folder, expected)
	}
	if _, err := durable.ReadFolder(folder); err != nil {
		return fmt.Errorf("site: replacing %s would delete files that no export wrote: %w; %s", folder, err, expected)
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

// scripts copies the hand-written files.
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

// run runs the go command for the browser's architecture and returns its output.
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

// goroot returns the GOROOT of the user's Go.
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
