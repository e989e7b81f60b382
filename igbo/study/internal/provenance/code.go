package provenance

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// module is this library's path.
const module = "github.com/igbolab/igbolab"

// Code identifies the code of this program, its Go release and its build
// settings. It is not known where sources may have changed since they were compiled.
var Code = sync.OnceValues(func() (code string, known bool) {
	path, err := os.Executable()
	if err != nil {
		return "", false
	}
	if cell := inCell(path); !cell {
		return program(path)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", false
	}
	_, here, _, _ := runtime.Caller(0)
	source, err := os.Stat(filepath.Join(filepath.Dir(path), "main.go"))
	if err != nil {
		return "", false
	}
	return cellCode(info, filepath.Join(filepath.Dir(here), "../../../.."), source.ModTime())
})

// image is the file of the running program, also where its path names another one
// by now; only Linux has it.
const image = "/proc/self/exe"

// begun is about when the program did.
var begun = time.Now()

// program is the digest of the running program, which may have been replaced since it
// began; then it is not known, but for Linux, which keeps the file.
func program(path string) (string, bool) {
	if sum, err := durable.Digest(image); runtime.GOOS == "linux" && err == nil {
		return sum, true
	}
	info, err := os.Stat(path)
	if err != nil || info.ModTime().After(begun) {
		return "", false
	}
	sum, err := durable.Digest(path)
	return sum, err == nil
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
func cellCode(info *debug.BuildInfo, root string, written time.Time) (string, bool) {
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
			if sum, err = sourceDigest(root, written); err != nil {
				return "", false
			}
		}
		if sum == "" {
			return "", false // a folder that we know nothing of
		}
		parts = append(parts, m.Path+" "+m.Version+" "+sum)
	}
	return strings.Join(parts, "\n"), true
}

// sourceDigest is that of every file that can be part of a program, tests apart.
func sourceDigest(root string, before time.Time) (string, error) {
	h := sha256.New()
	for _, top := range []string{"go.mod", "go.sum", "datasets", "igbo", "plots"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := e.Info()
			switch {
			case err != nil:
				return err
			case !info.ModTime().Before(before):
				return fmt.Errorf("study: %s changed after the program was built", path)
			case e.IsDir() && e.Name() == "testdata":
				return filepath.SkipDir
			case e.IsDir() || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			sum, err := durable.Digest(path)
			fmt.Fprintln(h, path[len(root):], sum)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Function is the name of a function of a package.
func Function(f any) (string, error) {
	v := reflect.ValueOf(f)
	if v.IsNil() {
		return "", fmt.Errorf("study: no study, expected a function")
	}
	name := runtime.FuncForPC(v.Pointer()).Name()
	base := name[strings.LastIndex(name, "/")+1:]
	path, _ := os.Executable()
	if strings.Count(base, ".") != 1 || strings.Contains(base, "[") || strings.HasPrefix(name, "reflect.") || strings.HasPrefix(name, "main.") && inCell(path) {
		return "", fmt.Errorf("study: %s may read variables that no digest holds, expected a plain function of a package", name)
	}
	return name, nil
}
