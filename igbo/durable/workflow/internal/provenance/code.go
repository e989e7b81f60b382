package provenance

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// module is the path of this library's module.
const module = "github.com/igbolab/igbolab"

// CodeVariable is an environment variable that the builder of a program can set to identify everything that the
// program is linked with. Cells in a browser, and cells that were run in advance for a site, use the digest of
// the site's packages, which changes only when the site does.
const CodeVariable = "IGBOLAB_CODE"

// Code identifies the code of this program, its Go release and its build settings. It returns an error if the
// code is unknown because sources may have changed since they were compiled.
var Code = sync.OnceValues(func() (string, error) {
	if code := os.Getenv(CodeVariable); code != "" {
		return code, nil
	}
	path, err := executable()
	if err != nil {
		return "", fmt.Errorf("workflow: finding the program's file: %w", err)
	}
	if !inCell(path) {
		return program(path)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", errors.New("workflow: the program does not contain its build information")
	}
	_, here, _, _ := runtime.Caller(0)
	written, err := cellWritten(path)
	if err != nil {
		return "", err
	}
	return cellCode(info, filepath.Join(filepath.Dir(here), "../../../../.."), written)
})

// cellWritten returns the time at which the source of a notebook cell was written. It returns an error if that
// is after the compilation, because GoNB rewrites the source when it completes a name.
func cellWritten(program string) (time.Time, error) {
	built, err := os.Stat(program)
	if err != nil {
		return time.Time{}, fmt.Errorf("workflow: finding the program's file: %w", err)
	}
	source, err := os.Stat(filepath.Join(filepath.Dir(program), "main.go"))
	if err == nil && source.ModTime().After(built.ModTime()) {
		err = errors.New("its main.go was written after it was built (run the cell again)")
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("workflow: reading the source of the cell: %w", err)
	}
	return source.ModTime(), nil
}

// image is the file of the running program, even if another file has replaced it at its path. It exists only on
// Linux.
const image = "/proc/self/exe"

// begun is approximately the start time of the program.
var begun = time.Now()

// program returns the build ID of the running program or, if it has none, the digest of its file. If the file
// has been replaced since the start, the code is unknown, except on Linux, which keeps the file.
func program(path string) (string, error) {
	if runtime.GOOS == "linux" {
		if id := buildID(image); id != "" {
			return id, nil
		}
		if sum, err := durable.Digest(image); err == nil {
			return sum, nil
		}
	}
	info, err := os.Stat(path)
	if err == nil && info.ModTime().After(begun) {
		err = errors.New("the file changed after the program started (start it again)")
	}
	if err != nil {
		return "", fmt.Errorf("workflow: reading the program's file: %w", err)
	}
	return durable.Digest(path)
}

// inCell reports whether a program is a notebook cell. GoNB builds a new program for each cell.
func inCell(program string) bool {
	dir := os.Getenv("GONB_TMP_DIR")
	return dir != "" && filepath.Clean(dir) == filepath.Dir(program)
}

// cellCode identifies what a cell is linked with. Modules are identified by their checksums, and this module,
// if it is used from the folder root, by its sources. The sources must be older than written, a time before the
// compilation of the cell started.
func cellCode(info *debug.BuildInfo, root string, written time.Time) (string, error) {
	parts := []string{info.GoVersion}
	for _, s := range info.Settings {
		parts = append(parts, s.Key+"="+s.Value)
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		sum := m.Sum
		if sum == "" && m.Path == module {
			var err error
			if sum, err = sourceDigest(root, info.Settings, written); err != nil {
				return "", err
			}
		}
		if sum == "" {
			return "", fmt.Errorf("workflow: module %s is replaced by a folder and has no checksum, so its code is unknown", m.Path)
		}
		parts = append(parts, m.Path+" "+m.Version+" "+sum)
	}
	return strings.Join(parts, "\n"), nil
}
