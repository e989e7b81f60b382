package stateful

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
)

// checkout writes a small module with the packages that a process needs, and one that cells import.
func checkout(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                           "module " + module + "\n\ngo 1.26.5\n",
		"igbo/kernel/stateful/host/one.go": "package host\n",
		"igbo/kernel/go/one.go":            "package main\n\nfunc main() {}\n",
		"table/one.go":                     "package table\n\nconst One = 1\n",
		"table/one_test.go":                "package table\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
}

// opened opens what was built for a checkout in a cache.
func opened(t *testing.T, source, cache string, env ...string) *Made {
	t.Helper()
	if err := Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	root, caches, _ := strings.Cut(strings.TrimSpace(string(must.Of(exec.Command("go", "env", "GOROOT", "GOCACHE").Output()).In(t))), "\n")
	env = append(append(os.Environ(), "GOFLAGS=", "GOCACHE="+caches), env...)
	m := must.Of(Open(Config{Go: filepath.Join(root, "bin", "go"), Version: runtime.Version(), Source: source, Env: env, Cache: cache, Packages: []string{module + "/table"}})).In(t)
	return &m
}

// pretend lists the packages of a checkout, and writes dummy files for the linker and the process.
func pretend(t *testing.T, m *Made) *Made {
	t.Helper()
	relist(t, m)
	for _, name := range []string{linkerFile, factsFile, hostFile, indexFile, spaceFile} {
		write(t, m.file(name), name)
	}
	must.Do(t, seal{}.write(linkersFolder, m.linkerFolder()))
	must.Do(t, seal{Linker: filepath.Base(m.linkerFolder())}.write(hostsFolder, m.Folder))
	must.Do(t, m.remember())
	if lacks := m.Lacks(); lacks != "" {
		t.Fatal("not ready, because", lacks)
	}
	return m
}

// relist asks the go command for the packages.
func relist(t *testing.T, m *Made) {
	t.Helper()
	must.Do(t, m.examine(t.Context()))
	all := must.Of(m.wanted(t.Context())).In(t)
	must.Do(t, m.listPackages(t.Context(), all))
}

// TestContentCounts checks that stateful cells stay ready while files that they do not link change. Files with new times only are compared
// by content, and edited files lead to another process.
func TestContentCounts(t *testing.T) {
	source, cache := checkout(t), t.TempDir()
	if m := opened(t, source, cache); m.Ready() || m.Lacks() != "they are not set up for this checkout and this Go" {
		t.Error("an empty cache lacks", m.Lacks())
	}
	first := pretend(t, opened(t, source, cache)).Folder
	write(t, filepath.Join(source, "penguins", "main.go"), "package main\n")
	write(t, filepath.Join(source, "table", "one_test.go"), "package table\n\nvar x = 1\n")
	write(t, filepath.Join(source, "README.md"), "text\n")
	if m := opened(t, source, cache); !m.Ready() || m.Folder != first {
		t.Error("files that are not linked count:", m.Lacks())
	}
	packages := string(must.Of(os.ReadFile(filepath.Join(first, packagesFile))).In(t))
	file, later := filepath.Join(source, "table", "one.go"), time.Now().Add(time.Hour)
	must.Do(t, os.Chtimes(file, later, later))
	m := opened(t, source, cache)
	if m.Lacks() != "files of the checkout have changed" {
		t.Error("a touched file:", m.Lacks())
	}
	if err := m.Make(t.Context()); err != nil || m.Folder != first || !m.Ready() { // nothing can be linked here
		t.Errorf("after a touched file: %v, %s instead of %s", err, m.Folder, first)
	}
	write(t, file, "package table\n\nconst One = 2\n")
	m = opened(t, source, cache)
	if m.Ready() {
		t.Error("an edited file does not count")
	}
	if relist(t, m); m.Folder == first {
		t.Error("an edited file leads to the same process")
	}
	if got := must.Of(os.ReadFile(filepath.Join(first, packagesFile))).In(t); string(got) != packages {
		t.Error("a session that has begun would compile cells against other packages than its process has")
	}
	write(t, filepath.Join(source, "table", "two.go"), "package table\n\nconst Two = 2\n")
	write(t, file, "package table\n\nconst One = 1\n")
	if m = opened(t, source, cache); m.Ready() {
		t.Error("a new file does not count")
	}
	must.Do(t, os.Remove(filepath.Join(source, "table", "two.go")))
	m = opened(t, source, cache)
	if err := m.Make(t.Context()); err != nil || m.Folder != first {
		t.Errorf("after the edit is taken back: %v, %s instead of %s", err, m.Folder, first)
	}
}

// TestSharedUse checks that checkouts, settings and users do not affect each other.
func TestSharedUse(t *testing.T) {
	one, two, cache, other := checkout(t), checkout(t), t.TempDir(), t.TempDir()
	first := pretend(t, opened(t, one, cache))
	if m := opened(t, two, cache); m.Ready() {
		t.Error("another checkout is ready, which nobody has looked at")
	} else {
		pretend(t, m)
	}
	pretend(t, opened(t, one, cache, "GOFLAGS=-tags=some"))
	if m := opened(t, one, other, "HOME="+other); m.Ready() {
		t.Error("a user without a cache is ready")
	} else {
		pretend(t, m)
	}
	for source, env := range map[string]string{one: "X=1", two: "X=2"} {
		if m := opened(t, source, cache, env); !m.Ready() {
			t.Errorf("%s: %s", source, m.Lacks())
		}
	}
	must.Do(t, first.prune())
	if !opened(t, one, cache).Ready() || !opened(t, two, cache).Ready() {
		t.Error("processes of checkouts that exist are pruned")
	}
}

// TestDamagedFiles checks that files that are deleted, truncated or dropped from Go's cache are noticed, and that intact files are not
// built again.
func TestDamagedFiles(t *testing.T) {
	source, cache := checkout(t), t.TempDir()
	m := pretend(t, opened(t, source, cache))
	for _, name := range []string{linkerFile, factsFile, hostFile, indexFile, spaceFile, packagesFile} {
		for damage, do := range map[string]func(string) error{"deleted": os.Remove, "truncated": func(path string) error { return os.Truncate(path, 2) }} {
			text := must.Of(os.ReadFile(m.file(name))).In(t)
			must.Do(t, do(m.file(name)))
			if again := opened(t, source, cache); again.Ready() {
				t.Errorf("%s is %s, and nobody notices", name, damage)
			}
			write(t, m.file(name), string(text))
		}
	}
	must.Do(t, os.Remove(filepath.Join(m.Folder, provenFile)))
	if opened(t, source, cache).Ready() {
		t.Error("a process without a self-test is ready")
	}
	pretend(t, opened(t, source, cache))
	exports := cells.Exports(must.Of(os.ReadFile(m.file(packagesFile))).In(t))
	must.Do(t, os.Remove(exports[module+"/table"]))
	m = opened(t, source, cache)
	if m.Lacks() != "Go's build cache was emptied" {
		t.Error("a dropped file:", m.Lacks())
	}
	if err := m.Make(t.Context()); err != nil || !m.Ready() { // it compiles the package again and does not link
		t.Error(err, m.Lacks())
	}
	old := time.Now().Add(-100 * time.Hour)
	file := exports[module+"/table"]
	must.Do(t, os.Chtimes(file, old, old))
	use(exports)
	if info := must.Of(os.Stat(file)).In(t); time.Since(info.ModTime()) > time.Minute {
		t.Errorf("%s was last used at %s", file, info.ModTime())
	}
}

// TestPrune checks that a process that a session uses is never removed, and that others are removed by their last use.
func TestPrune(t *testing.T) {
	m := Made{Config: Config{Cache: t.TempDir(), Version: linker.Default}, Folder: ""}
	folder := func(name string, hours int) Made {
		one := m
		one.Folder = filepath.Join(m.Cache, hostsFolder, name)
		for _, file := range sealed[hostsFolder] {
			write(t, filepath.Join(one.Folder, file), "x")
		}
		must.Do(t, seal{Linker: name}.write(hostsFolder, one.Folder))
		write(t, filepath.Join(m.Cache, linkersFolder, name, linkerFile), "x")
		when := time.Now().Add(-time.Duration(hours) * time.Hour)
		must.Do(t, os.Chtimes(filepath.Join(one.Folder, provenFile), when, when))
		return one
	}
	used := folder("used", 1000)
	held := must.Of(used.hold()).In(t)
	when := time.Now().Add(-1000 * time.Hour)
	must.Do(t, os.Chtimes(filepath.Join(used.Folder, provenFile), when, when))
	folder("old", 10)
	folder("older", 20)
	must.Do(t, m.prune())
	names := func(kind string) (all []string) {
		for _, e := range must.Of(os.ReadDir(filepath.Join(m.Cache, kind))).In(t) {
			all = append(all, e.Name())
		}
		return all
	}
	if got := strings.Join(names(hostsFolder), " "); got != "old used" {
		t.Errorf("processes %s are kept, want old and used", got)
	}
	if got := strings.Join(names(linkersFolder), " "); got != "old used" {
		t.Errorf("linkers %s are kept, want old and used", got)
	}
	must.Do(t, held.Unlock())
	must.Do(t, m.prune())
	if got := strings.Join(names(hostsFolder), " "); got != "old" {
		t.Errorf("processes %s are kept after the session, want old", got)
	}
	if _, err := used.hold(); err == nil {
		t.Error("a session starts from what is gone")
	}
}

// TestChoose checks that a Go on which stateful cells run is used as it is. If another one cannot be downloaded, without a network or
// because the download breaks off, one line explains it and the local Go is used.
func TestChoose(t *testing.T) {
	if err := linker.Supported(linker.Default, runtime.GOOS, runtime.GOARCH); err != nil {
		t.Skip(err)
	}
	local := Toolchain{Go: "go", Version: "go1.26.5"}
	none := func(string, ...any) { t.Error("something is downloaded") }
	if got, err := Choose(t.Context(), local, ".", os.Environ(), none); err != nil || got != local {
		t.Errorf("%+v, %v", got, err)
	}
	broken := t.TempDir()
	zip := filepath.Join(broken, "golang.org", "toolchain", "@v", "v0.0.1-"+linker.Default+"."+runtime.GOOS+"-"+runtime.GOARCH+".zip")
	write(t, zip, "PK\x03\x04 and no more")
	write(t, strings.TrimSuffix(zip, ".zip")+".info", `{"Version":"v0.0.1-`+linker.Default+"."+runtime.GOOS+"-"+runtime.GOARCH+`"}`)
	write(t, strings.TrimSuffix(zip, ".zip")+".mod", "module golang.org/toolchain\n")
	local.Version = "go1.99.0"
	for _, proxy := range []string{"off", "file://" + filepath.ToSlash(broken)} {
		if runtime.Version() == linker.Default {
			break // the local Go is the one that would be downloaded
		}
		env := append(os.Environ(), "GOPROXY="+proxy, "GOMODCACHE="+t.TempDir(), "GOSUMDB=off", "GOTOOLCHAIN=local")
		reported := 0
		got, err := Choose(t.Context(), local, ".", env, func(string, ...any) { reported++ })
		if got != local || err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "downloading "+linker.Default) || reported == 0 {
			t.Errorf("GOPROXY=%s: %+v, %v", proxy, got, err)
		}
		t.Log(err)
	}
	local.Experiment = "simd"
	if got, err := Choose(t.Context(), local, ".", os.Environ(), none); err == nil || got != local {
		t.Errorf("%+v, %v", got, err)
	}
	local = Toolchain{Go: "go", Version: "go1.99.0"}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := Choose(ended, local, ".", os.Environ(), func(string, ...any) {}); err == nil || got != local {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestGoSettings checks that only settings of `go env -w` count that affect compiled code.
func TestGoSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "env")
	write(t, file, "GOFLAGS=-buildvcs=false\nGOAMD64=v3\nGOTOOLCHAIN=local\nGOEXPERIMENT=simd\n")
	if got := string(goSettings([]string{"GOENV=" + file})); got != "GOAMD64=v3\nGOEXPERIMENT=simd\n" {
		t.Errorf("%q", got)
	}
	if got := goSettings([]string{"GOENV=" + file + "-none"}); got != nil {
		t.Errorf("%q of no file", got)
	}
}

// BenchmarkOpen measures how long a kernel takes at its start to find out whether stateful cells are ready.
func BenchmarkOpen(b *testing.B) {
	m := making(b)
	for b.Loop() {
		again := must.Of(Open(m.Config)).In(b)
		if !again.Ready() {
			b.Fatal(again.Lacks())
		}
	}
}
