package live

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/linker"
)

// Config says what living cells are made from.
type Config struct {
	// Go is the go command, and Version its release.
	Go, Version string
	// Source is the folder of the project's go.mod.
	Source string
	// Env is the environment of cells: Go's settings are read from it.
	Env []string
	// Cache is the folder for what is made; a folder below it is named by all that it depends on.
	Cache string
	// Packages are what is linked into the host beside the standard library.
	Packages []string
	// Out gets progress; nil drops it.
	Out io.Writer
}

// Supported is an error where living cells are not to be had on this platform with a release of Go.
func Supported(version string) error { return linker.Supported(version, runtime.GOOS, runtime.GOARCH) }

// Made is what was made for living cells.
type Made struct {
	Config
	// Folder holds linker, host, index and the list of packages.
	Folder string
}

// Names in the folder.
const (
	linkerFile   = "link"
	hostFile     = "host"
	indexFile    = "index"
	roomFile     = "index.session"
	packagesFile = "packages"
	provenFile   = "proven"
	toolsFile    = "tools"
)

func (m Made) file(name string) string { return filepath.Join(m.Folder, name) }

// Open finds what was made for the settings, or says that nothing was.
func Open(c Config) (Made, error) {
	m := Made{Config: c}
	if m.Out == nil {
		m.Out = io.Discard
	}
	if err := cmp.Or(Supported(c.Version), c.plain()); err != nil {
		return m, err
	}
	key, err := c.key()
	m.Folder = filepath.Join(c.Cache, key)
	return m, err
}

// Ready tells that all was made and has passed the self-test, and that the compiler's files of packages are there: Go's cache drops those
// that no go command has asked for in days.
func (m Made) Ready() bool {
	for _, name := range []string{linkerFile, hostFile, indexFile, roomFile, packagesFile, provenFile} {
		if info, err := os.Stat(m.file(name)); err != nil || info.Size() == 0 {
			return false
		}
	}
	text, err := os.ReadFile(m.file(packagesFile))
	for _, file := range cells.Exports(text) {
		if err == nil {
			_, err = os.Stat(file)
		}
	}
	return err == nil
}

// use tells Go's cache that files of it are in use, as the go command does: what nobody has used for days is dropped.
func use(exports map[string]string) {
	now := time.Now()
	for _, file := range exports {
		if info, err := os.Stat(file); err == nil && now.Sub(info.ModTime()) > time.Hour {
			_ = os.Chtimes(file, now, now) // else it may be dropped, and Ready says so
		}
	}
}

// key changes with all that a host depends on: Go, its settings, the module's files and the packages.
func (c Config) key() (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, c.Go, c.Version, runtime.GOARCH, c.Source, c.Packages)
	info, err := os.Stat(c.Go)
	if err != nil {
		return "", fmt.Errorf("live: %w", err)
	}
	fmt.Fprintln(sum, info.Size(), info.ModTime().UnixNano())
	for _, pair := range slices.Sorted(slices.Values(c.environment())) {
		if name, _, _ := strings.Cut(pair, "="); slices.Contains(settings, name) {
			fmt.Fprintln(sum, pair)
		}
	}
	err = digest(sum, c.Source)
	return hex.EncodeToString(sum.Sum(nil))[:32], err
}

// plain is an error where the environment asks for what living cells are not proven with.
func (c Config) plain() error {
	for _, pair := range c.Env {
		if name, value, _ := strings.Cut(pair, "="); name == "GOEXPERIMENT" && value != "" {
			return fmt.Errorf("live: GOEXPERIMENT=%s is set, and living cells are proven without: unset it for the kernel", value)
		}
	}
	return nil
}

// settings are the variables on which compiled code depends.
var settings = []string{"GOFLAGS", "GOEXPERIMENT", "GOAMD64", "GOARM64", "GOROOT", "GODEBUG", "GOFIPS140", "GOTOOLCHAIN"}

// apart are folders of which nothing is linked into the host.
var apart = []string{"/igbo/cmd", "/igbo/lab/kernel/go", "/igbo/lab/kernel/goimports", "/igbo/lab/kernel/prelude", "/igbo/lab/kernel/proxy", "/igbo/lab/kernel/wire", "/igbo/lab/kernel/live/cells", "/igbo/lab/kernel/live/verify",
	"/igbo/lab/door", "/igbo/lab/session", "/igbo/lab/setup", "/notebooks"}

// digest writes what tells one state of the source from another: what compiles, and what is embedded.
func digest(w io.Writer, source string) error {
	return filepath.WalkDir(source, func(path string, e os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && slices.Contains(apart, filepath.ToSlash(strings.TrimPrefix(path, source))):
			return filepath.SkipDir
		case e.IsDir() && path != source && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata" || e.Name() == "docker"):
			return filepath.SkipDir
		case e.IsDir() || strings.HasSuffix(path, "_test.go") || filepath.Ext(path) == ".ipynb" || filepath.Ext(path) == ".md":
			return nil
		}
		if dir := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), source)); dir == "/igbo/lab" || dir == "/igbo/lab/kernel" || dir == "/igbo/lab/kernel/live" {
			return nil
		}
		info, err := e.Info()
		if err == nil {
			_, err = fmt.Fprintln(w, path, info.Size(), info.ModTime().UnixNano())
		}
		return err
	})
}

// environment is that of cells without what cannot live with others: C, and XLA with it.
func (c Config) environment() []string {
	env := slices.Clone(c.Env)
	for i, pair := range env {
		if flags, is := strings.CutPrefix(pair, "GOFLAGS="); is {
			env[i] = "GOFLAGS=" + plainFlags(flags)
		}
	}
	return append(env, "CGO_ENABLED=0", "GOWORK=off")
}

// plainFlags drops the flags that would link the host in another way.
func plainFlags(flags string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(flags), func(f string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		return slices.Contains([]string{"ldflags", "buildmode", "race", "msan", "asan", "cover", "toolexec", "overlay", "trimpath", "gcflags", "asmflags", "a"}, name)
	}), " ")
}

// Make makes what is missing, and proves it; a second call returns at once.
//
// Errors: a platform or a release that is not supported; the go command's; a self-test that differs.
func (m Made) Make(ctx context.Context) error {
	if m.Ready() {
		return nil
	}
	if err := os.MkdirAll(m.Folder, 0o700); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	lock := flock.New(m.Folder + ".lock")
	if _, err := lock.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	defer lock.Unlock()
	if m.Ready() { // somebody else has made it meanwhile
		return nil
	}
	set, err := m.goCommand(ctx, "env", "GOEXPERIMENT") // which `go env -w` may have set
	if err == nil {
		err = Config{Env: []string{"GOEXPERIMENT=" + strings.TrimSpace(string(set))}}.plain()
	}
	if err != nil {
		return err
	}
	for _, step := range []struct {
		name string
		make func(context.Context) error
	}{
		{"the list of packages", m.listPackages}, {"the linker of living cells", m.makeLinker}, {"the process of living cells", m.makeHost}, {"the self-test of living cells", m.prove},
	} {
		fmt.Fprintf(m.Out, "%s\n", step.name)
		if err := step.make(ctx); err != nil {
			return err
		}
	}
	return m.prune()
}
