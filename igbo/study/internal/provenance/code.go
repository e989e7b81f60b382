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

// module is this library's path.
const module = "github.com/igbolab/igbolab"

// CodeVariable is the environment variable that identifies all that a program is linked with, where who linked it says so: for
// cells in a browser, and for those that were run for them, the digest of the site's packages, which only another site changes.
const CodeVariable = "IGBOLAB_CODE"

// Code identifies the code of this program, its Go release and its build settings.
// It is an error where that is not known: sources may have changed since they were compiled.
var Code = sync.OnceValues(func() (string, error) {
	if code := os.Getenv(CodeVariable); code != "" {
		return code, nil
	}
	path, err := executable()
	if err != nil {
		return "", fmt.Errorf("study: the program's file: %w", err)
	}
	if !inCell(path) {
		return program(path)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", errors.New("study: the program does not say what it is built of")
	}
	_, here, _, _ := runtime.Caller(0)
	written, err := cellWritten(path)
	if err != nil {
		return "", err
	}
	return cellCode(info, filepath.Join(filepath.Dir(here), "../../../.."), written)
})

// cellWritten is when the source of a notebook's cell was written. It is an error where
// that is after the compilation: GoNB writes it anew when it completes a name.
func cellWritten(program string) (time.Time, error) {
	built, err := os.Stat(program)
	if err != nil {
		return time.Time{}, fmt.Errorf("study: the program's file: %w", err)
	}
	source, err := os.Stat(filepath.Join(filepath.Dir(program), "main.go"))
	if err == nil && source.ModTime().After(built.ModTime()) {
		err = errors.New("its main.go was written after it was built")
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("study: the source of the cell: %w", err)
	}
	return source.ModTime(), nil
}

// image is the file of the running program, also where its path names another one
// by now; only Linux has it.
const image = "/proc/self/exe"

// begun is about when the program did.
var begun = time.Now()

// program is the build ID of the running program or, where it has none, the digest of its file, which may have been
// replaced since it began; then it is not known, but for Linux, which keeps the file.
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
		err = errors.New("changed since the program began")
	}
	if err != nil {
		return "", fmt.Errorf("study: the program's file: %w", err)
	}
	return durable.Digest(path)
}

// inCell tells whether a program is a notebook's cell. GoNB builds one for each
// cell, so that the program is another one each time.
func inCell(program string) bool {
	dir := os.Getenv("GONB_TMP_DIR")
	return dir != "" && filepath.Clean(dir) == filepath.Dir(program)
}

// cellCode identifies what a cell is linked with: modules by their checksums,
// this one, taken from the folder root, by its sources. These must be older than the
// cell, whose compilation began after written.
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
			return "", fmt.Errorf("study: module %s is taken from a folder, of which nothing is known", m.Path)
		}
		parts = append(parts, m.Path+" "+m.Version+" "+sum)
	}
	return strings.Join(parts, "\n"), nil
}
