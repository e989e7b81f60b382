package stateful

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// state describes the packages of a checkout when the go command last listed them.
type state struct {
	// Host names the folder of the process that links them.
	Host string `json:"host"`
	// Checkout is the folder of the checkout.
	Checkout string `json:"checkout"`
	// Watched lists the folders of packages that can change. Files is the digest of the sizes and modification times of their files. If the
	// digest differs, the go command must compare the content.
	Watched []string `json:"watched"`
	Files   string   `json:"files"`
	// Exports is the total size of the files in the list of packages.
	Exports int64 `json:"exports"`
	// Tools is the folder of Go's compiler.
	Tools string `json:"tools"`
}

// settings are the variables that affect compiled code or its place in the cache.
var settings = []string{"GOFLAGS", "GOAMD64", "GOFIPS140", "GOCACHE"}

// stateFolder returns the folder for the state of one checkout with one Go and its settings.
func (m Made) stateFolder() string {
	sum := sha256.New()
	fmt.Fprintln(sum, m.Go, m.Version, m.Source, m.Packages)
	set := map[string]string{}
	for _, pair := range m.environment() {
		if name, value, _ := strings.Cut(pair, "="); slices.Contains(settings, name) {
			set[name] = value
		}
	}
	for _, name := range settings {
		fmt.Fprintf(sum, "%s=%s\n", name, set[name])
	}
	return filepath.Join(m.Cache, statesFolder, hex.EncodeToString(sum.Sum(nil))[:32])
}

// recall reads the state, and finds the matching process if no file has changed since.
func (m *Made) recall() {
	m.Folder, m.state, m.fault = "", state{}, ""
	text, err := os.ReadFile(m.file(stateFile))
	if err == nil {
		err = json.Unmarshal(text, &m.state)
	}
	switch {
	case err != nil || m.state.Host == "":
		m.fault = "they are not set up for this checkout and this Go"
	case m.files(m.state.Watched) != m.state.Files:
		m.fault = "files of the checkout have changed"
	default:
		m.Folder = filepath.Join(m.Cache, hostsFolder, m.state.Host)
	}
}

// files returns the digest of the sizes and times of all files that the list of packages can depend on: files in folders, and files of the
// module and of Go.
func (m Made) files(folders []string) string {
	sum := sha256.New()
	write := func(path string, info os.FileInfo) {
		fmt.Fprintln(sum, path, info.Size(), info.ModTime().UnixNano())
	}
	sum.Write(goSettings(m.Env))
	for _, path := range []string{m.Go, filepath.Join(m.Source, "go.mod"), filepath.Join(m.Source, "go.sum")} {
		if info, err := os.Stat(path); err == nil {
			write(path, info)
		}
	}
	for _, folder := range folders {
		all, err := os.ReadDir(folder)
		if err != nil {
			fmt.Fprintln(sum, folder, "is gone")
		}
		for _, e := range all {
			if e.IsDir() || strings.HasSuffix(e.Name(), "_test.go") || strings.HasPrefix(e.Name(), ".") {
				continue
			}
			if info, err := os.Stat(filepath.Join(folder, e.Name())); err == nil {
				write(filepath.Join(folder, e.Name()), info)
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// goSettings returns the lines that `go env -w` has written about settings on which compiled code depends. The kernel sets GOFLAGS itself.
func goSettings(env []string) (lines []byte) {
	folder, _ := os.UserConfigDir() // without a configuration folder there is no such file
	file := filepath.Join(folder, "go", "env")
	for _, pair := range env {
		if other, is := strings.CutPrefix(pair, "GOENV="); is && other != "" {
			file = other
		}
	}
	text, _ := os.ReadFile(file) // most users have no such file
	for line := range bytes.Lines(text) {
		if name, _, _ := bytes.Cut(line, []byte("=")); slices.Contains([]string{"GOEXPERIMENT", "GOAMD64", "GOFIPS140"}, string(name)) {
			lines = append(lines, line...)
		}
	}
	return lines
}

// content writes what identifies a list of packages: paths, and the digests of the compiled files. The names of files in Go's cache are
// such digests.
func content(w io.Writer, exports map[string]string) error {
	for _, path := range slices.Sorted(maps.Keys(exports)) {
		digest, is := strings.CutSuffix(filepath.Base(exports[path]), "-d")
		if !is || len(digest) != 2*sha256.Size {
			text, err := os.ReadFile(exports[path])
			if err != nil {
				return fmt.Errorf("stateful: %w", err)
			}
			digest = fmt.Sprintf("%x", sha256.Sum256(text))
		}
		fmt.Fprintln(w, path, digest)
	}
	return nil
}

// sizes returns the total size of the files in the list of packages, or 0 if a file is missing or empty.
func sizes(exports map[string]string) (all int64) {
	for _, file := range exports {
		info, err := os.Stat(file)
		if err != nil || info.Size() == 0 {
			return 0
		}
		all += info.Size()
	}
	return all
}
