package stateful

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/setup"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
)

// Make builds what is missing and runs the self-test on it. If everything exists, it returns at once. If only modification times of files
// have changed, the go command compares their content, which takes a second. Progress is written to Out every few seconds.
//
// It returns an error if the platform or the release is unsupported, if a linked package does not compile, or if the output of a self-test
// cell differs.
func (m *Made) Make(ctx context.Context) error {
	if m.Ready() {
		return nil
	}
	if err := os.MkdirAll(m.Cache, 0o700); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	unlock, err := m.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if m.recall(); m.Ready() { // another process has built it in the meantime
		return nil
	}
	start := time.Now()
	fmt.Fprintf(m.Out, "stateful cells are not ready, because %s\n", m.Lacks())
	p := setup.NewProgress(m.Out, "stateful cells")
	done, err := m.make(ctx, p)
	p.Close()
	if err != nil {
		return err
	}
	fmt.Fprintf(m.Out, "stateful cells: %s after %d s\n", done, int(time.Since(start).Seconds()))
	if err := m.prune(); err != nil {
		fmt.Fprintf(m.Out, "stateful cells: removing unused files: %v\n", err)
	}
	return nil
}

// lock waits until no other process builds something in the cache.
func (m *Made) lock(ctx context.Context) (unlock func(), err error) {
	l := flock.New(filepath.Join(m.Cache, "lock"), flock.SetPermissions(0o600))
	held, err := l.TryLock()
	if err == nil && !held {
		fmt.Fprintln(m.Out, "another igbo is setting up stateful cells; waiting for it …")
		_, err = l.TryLockContext(ctx, 100*time.Millisecond)
	}
	if err != nil {
		return nil, fmt.Errorf("stateful: locking %s: %w", m.Cache, err)
	}
	return func() { _ = l.Unlock() }, nil // the lock ends with the process
}

// make builds what is missing, and returns a summary of what it did.
func (m *Made) make(ctx context.Context, p *setup.Progress) (done string, err error) {
	p.Say("compiling the packages that cells import")
	if err := m.examine(ctx); err != nil {
		return "", err
	}
	all, err := m.wanted(ctx)
	if err != nil {
		return "", err
	}
	if err := m.listPackages(ctx, all); err != nil {
		return "", err
	}
	if !intact(linkersFolder, m.linkerFolder()) {
		p.Say("building the linker")
		if err := m.makeLinker(ctx); err != nil {
			return "", err
		}
	}
	done = "no linked package has changed"
	if !intact(hostsFolder, m.Folder) {
		if done, err = m.makeProcess(ctx, p, all); err != nil {
			return "", err
		}
	}
	return done, m.remember()
}

// examine reads the settings of the go command.
func (m *Made) examine(ctx context.Context) error {
	out, err := m.goCommand(ctx, "env", "-json", "GOVERSION", "GOEXPERIMENT", "GOTOOLDIR")
	if err != nil {
		return err
	}
	var answer struct{ GOVERSION, GOEXPERIMENT, GOTOOLDIR string }
	if err := json.Unmarshal(out, &answer); err != nil {
		return fmt.Errorf("stateful: reading the output of go env: %w", err)
	}
	m.state.Tools = answer.GOTOOLDIR
	if answer.GOVERSION != m.Version && answer.GOEXPERIMENT == "" {
		return fmt.Errorf("stateful: the go command %s is now %s, but the kernel was set up with %s (run `igbo kernel install`)", m.Go, answer.GOVERSION, m.Version)
	}
	return Config{Env: []string{"GOEXPERIMENT=" + answer.GOEXPERIMENT}}.plain() // `go env -w` may have set it
}

// parts holds the packages that the process imports, and the GODEBUG settings of a program of this module.
type parts struct {
	paths []string
	debug string
}

// wanted returns the packages that the process imports: its own package, those of cells, and the standard library without internal
// packages.
func (m *Made) wanted(ctx context.Context) (all parts, err error) {
	const program = module + "/igbo/kernel/go" // any program of the module gives the GODEBUG settings, which depend only on go.mod
	out, err := m.goCommand(ctx, "list", "-f", `{{if eq .Name "main"}}={{.DefaultGODEBUG}}{{else if not .Error}}{{.ImportPath}}{{end}}`, "std", program)
	all.paths = []string{hostPackage}
	for line := range strings.FieldsSeq(string(out)) {
		debug, is := strings.CutPrefix(line, "=")
		if is {
			all.debug = debug
			continue
		}
		if !strings.HasPrefix(line, "vendor/") && !strings.Contains("/"+line+"/", "/internal/") && line != "plugin" && line != "runtime/race" && line != "runtime/cgo" {
			all.paths = append(all.paths, line)
		}
	}
	all.paths = append(all.paths, m.Packages...)
	return all, err
}

// listPackages compiles the packages that the process links and lists the compiled files. The content of the list selects the folder of the
// process.
func (m *Made) listPackages(ctx context.Context, all parts) error {
	const watched = `{{if not .Standard}}{{with .Module}}{{if or .Main .Replace}}	{{$.Dir}}{{range $.EmbedFiles}}	{{.}}{{end}}{{end}}{{end}}{{end}}`
	out, err := m.goCommand(ctx, append([]string{"list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}" + watched}, all.paths...)...)
	if err != nil {
		return err
	}
	var list bytes.Buffer
	m.state.Watched = nil
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if f[0] != "" {
			fmt.Fprintf(&list, "packagefile %s\n", f[0])
		}
		for i, name := range f[1:] {
			if i > 0 { // an embedded file
				name = filepath.Dir(filepath.Join(f[1], name))
			}
			m.state.Watched = append(m.state.Watched, name)
		}
	}
	slices.Sort(m.state.Watched)
	m.state.Watched = slices.Compact(m.state.Watched)
	m.state.Files = m.files(m.state.Watched)
	exports := cells.Exports(list.Bytes())
	m.state.Exports = sizes(exports)
	sum := sha256.New()
	fmt.Fprintln(sum, m.Version, linker.Patch(), redirects, all)
	if err := content(sum, exports); err != nil {
		return err
	}
	m.state.Host = hex.EncodeToString(sum.Sum(nil))[:32]
	m.Folder = filepath.Join(m.Cache, hostsFolder, m.state.Host)
	if err := os.MkdirAll(m.Folder, 0o700); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	return keep(m.file(packagesFile), list.Bytes()) // in this folder, so a session keeps its list when the checkout changes
}

// remember writes the state. It is called last.
func (m *Made) remember() error {
	m.state.Checkout, m.fault = m.Source, ""
	if err := os.MkdirAll(m.stateFolder(), 0o700); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	text, err := json.Marshal(m.state)
	if err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	return keep(m.file(stateFile), append(text, '\n'))
}

// keep writes a file atomically.
func keep(path string, text []byte) error {
	if err := durable.WriteFile(path, text, 0o600); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	return nil
}
