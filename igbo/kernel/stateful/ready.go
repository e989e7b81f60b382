package stateful

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// seal describes the files of a complete folder. It is written into the folder.
type seal struct {
	// Sizes holds the sizes of the files.
	Sizes map[string]int64 `json:"sizes"`
	// Cells is the number of self-test cells that have passed.
	Cells int `json:"cells,omitempty"`
	// Linker is the name of the folder of the linker that linked the process.
	Linker string `json:"linker,omitempty"`
}

// sealed lists the files in each kind of sealed folder.
var sealed = map[string][]string{linkersFolder: {linkerFile, factsFile}, hostsFolder: {hostFile, indexFile, spaceFile}}

// write writes the seal of a folder.
func (s seal) write(kind, folder string) error {
	s.Sizes = map[string]int64{}
	for _, name := range sealed[kind] {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		s.Sizes[name] = info.Size()
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return keep(filepath.Join(folder, provenFile), append(text, '\n'))
}

// readSeal reads the seal of a folder.
func readSeal(folder string) (s seal, err error) {
	text, err := os.ReadFile(filepath.Join(folder, provenFile))
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	return s, err
}

// intact reports whether a folder is sealed and all its files exist with the right size.
func intact(kind, folder string) bool {
	s, err := readSeal(folder)
	if err != nil {
		return false
	}
	for _, name := range sealed[kind] {
		info, err := os.Stat(filepath.Join(folder, name))
		if size, is := s.Sizes[name]; err != nil || !is || info.Size() != size || size == 0 {
			return false
		}
	}
	return true
}

// Ready reports whether everything is built, has passed the self-test and matches the files of the checkout.
func (m Made) Ready() bool { return m.Lacks() == "" }

// Lacks returns a short reason why stateful cells are not ready, or "" if they are.
func (m Made) Lacks() string {
	switch {
	case m.fault != "":
		return m.fault
	case m.Folder == "":
		return "they are not set up"
	case !intact(linkersFolder, m.linkerFolder()) || !intact(hostsFolder, m.Folder):
		return "some of their files are missing or damaged"
	}
	text, err := os.ReadFile(m.file(packagesFile))
	if _, gone := os.Stat(m.state.Tools); err != nil || gone != nil {
		return "some of their files are missing or damaged"
	}
	if n := sizes(cells.Exports(text)); n == 0 || n != m.state.Exports {
		return "Go's build cache was emptied"
	}
	return ""
}

// use marks files in Go's cache as used, as the go command does. Go removes files that were not used for some days.
func use(exports map[string]string) {
	now := time.Now()
	for _, file := range exports {
		if info, err := os.Stat(file); err == nil && now.Sub(info.ModTime()) > time.Hour {
			_ = os.Chtimes(file, now, now) // on failure Go may remove the file, which Lacks reports
		}
	}
}

// test runs the self-test and returns how many cells ran. It runs the full self-test if that has not passed yet.
func (m Made) test(ctx context.Context) (n int, err error) {
	file, err := m.testedFile()
	if err != nil {
		return 0, err
	}
	_, untested := os.Stat(file)
	if n, err = m.Selftest(ctx, untested != nil); err == nil && untested != nil {
		err = keep(file, nil)
	}
	return n, err
}

// testedFile returns the file that exists once the full self-test has passed with this linker, this package that loads cells, and this Go
// runtime. Other processes with these three differ only in what cells import.
func (m Made) testedFile() (string, error) {
	text, err := os.ReadFile(m.file(packagesFile))
	if err != nil {
		return "", fmt.Errorf("stateful: %w", err)
	}
	exports, loading := cells.Exports(text), map[string]string{}
	for _, path := range []string{hostPackage, "runtime", "reflect"} {
		loading[path] = exports[path]
	}
	sum := sha256.New()
	fmt.Fprintln(sum, redirects)
	if err := content(sum, loading); err != nil {
		return "", err
	}
	return filepath.Join(m.linkerFolder(), "tested-"+hex.EncodeToString(sum.Sum(nil))[:16]), nil
}
