package stateful

import (
	"cmp"
	"fmt"
	"go/version"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
)

// Config holds the settings of stateful cells.
type Config struct {
	// Go is the go command in the folder bin of its GOROOT, and Version its release; see [Choose].
	Go, Version string
	// Source is the folder of the project's go.mod.
	Source string
	// Env is the environment of cells. Go's settings are read from it.
	Env []string
	// Cache is the user's folder for everything that is built. Several kernels, checkouts and releases of Go share it.
	Cache string
	// Packages are linked into the process of the cells, with the standard library.
	Packages []string
	// Out receives progress messages. If it is nil, they are dropped.
	Out io.Writer
}

// Supported returns an error if stateful cells do not run on this platform with this release of Go. The type checker is built into the
// kernel, so a kernel that was built with go1.26 cannot check cells of go1.27.
func Supported(release string) error {
	if err := linker.Supported(release, runtime.GOOS, runtime.GOARCH); err != nil {
		return err
	}
	own := linker.Series(runtime.Version())
	if series := linker.Series(release); own != "" && version.Compare(series, own) > 0 {
		return fmt.Errorf("stateful: stateful cells of %s require a kernel that was built with %s (this one was built with %s; run `igbo kernel install` with %[1]s on the PATH)", release, series, own)
	}
	return nil
}

// Made holds what was built for stateful cells. The zero value holds nothing.
type Made struct {
	Config
	// Folder holds the process of the cells. It is empty until [Made.Make] has listed the packages that the process links.
	Folder string

	state state
	fault string // the reason why the state is invalid, or ""
}

// The names of the files that are built.
const (
	linkerFile   = "link"
	factsFile    = "facts"
	hostFile     = "host"
	indexFile    = "index"
	spaceFile    = "index.session"
	provenFile   = "proven"
	packagesFile = "packages"
	stateFile    = "state"
	useFile      = "use.lock"
)

// Folders in the cache: of linkers by release, of processes by the content of what they link, and of states by checkout and settings.
const (
	linkersFolder = "linkers"
	hostsFolder   = "hosts"
	statesFolder  = "checkouts"
)

// file returns the path of the file with this name.
func (m Made) file(name string) string {
	switch name {
	case linkerFile, factsFile:
		return filepath.Join(m.linkerFolder(), name)
	case stateFile:
		return filepath.Join(m.stateFolder(), name)
	}
	return filepath.Join(m.Folder, name)
}

func (m Made) linkerFolder() string {
	return filepath.Join(m.Cache, linkersFolder, m.Version+"-"+linker.Patch())
}

// Open finds what was built earlier for the settings. It builds and compiles nothing, and takes milliseconds. [Made.Ready] reports whether
// everything exists.
//
// It returns an error if the platform, the release of Go or an experiment of Go is unsupported, or if the go command is not found.
func Open(c Config) (Made, error) {
	m := Made{Config: c}
	if m.Out == nil {
		m.Out = io.Discard
	}
	if err := cmp.Or(Supported(c.Version), c.plain()); err != nil {
		return m, err
	}
	if _, err := os.Stat(c.Go); err != nil {
		return m, fmt.Errorf("stateful: finding the go command: %w (run `igbo kernel install`)", err)
	}
	m.recall()
	return m, nil
}

// plain returns an error if the environment asks for experiments of Go.
func (c Config) plain() error {
	for _, pair := range c.Env {
		if name, value, _ := strings.Cut(pair, "="); name == "GOEXPERIMENT" && value != "" {
			return fmt.Errorf("stateful: stateful cells do not support GOEXPERIMENT=%s (unset it for the kernel)", value)
		}
	}
	return nil
}

// environment returns the environment of cells without C and XLA. Code with C cannot be loaded, and XLA needs C.
func (c Config) environment() []string {
	env := slices.Clone(c.Env)
	for i, pair := range env {
		if flags, is := strings.CutPrefix(pair, "GOFLAGS="); is {
			env[i] = "GOFLAGS=" + plainFlags(flags)
		}
	}
	return append(linker.Plain(env), "CGO_ENABLED=0", "GOWORK=off")
}

// plainFlags drops the flags that would change how the process is linked.
func plainFlags(flags string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(flags), func(f string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		return slices.Contains([]string{"ldflags", "buildmode", "race", "msan", "asan", "cover", "toolexec", "overlay", "trimpath", "gcflags", "asmflags", "a"}, name)
	}), " ")
}
