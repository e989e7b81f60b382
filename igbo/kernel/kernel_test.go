package kernel

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/internal/tempdir"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
)

// TestMain makes this program the supervisor of a set-up's commands if it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "supervise" {
		code, err := procgroup.Supervise(os.Stdin)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(code)
	}
	os.Exit(m.Run())
}

var supervisor = []string{os.Args[0], "supervise"}

// emptyWorld sets the environment of a user without Jupyter, Python and kernels, in a temporary folder.
func emptyWorld(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"JUPYTER_PATH", "JUPYTER_DATA_DIR", "VIRTUAL_ENV", "CONDA_PREFIX", "GOFLAGS", "GOEXPERIMENT"} {
		t.Setenv(name, "")
	}
	for name, value := range map[string]string{"HOME": dir, "XDG_CONFIG_HOME": tempdir.ConfigHome(t), "XDG_DATA_HOME": filepath.Join(dir, "data"), "APPDATA": filepath.Join(dir, "data"), "LOCALAPPDATA": filepath.Join(dir, "data")} {
		t.Setenv(name, value)
	}
	return dir
}

// fakeKernel returns a kernel in a temporary folder with a separate source, set up by hand, with dummy programs.
func fakeKernel(t *testing.T) *Kernel {
	t.Helper()
	dir := emptyWorld(t)
	source := filepath.Join(dir, "source")
	put(t, filepath.Join(source, "go.mod"), "module github.com/igbolab/igbolab\n\ngo 1.26\n")
	k, err := Open(Options{Home: filepath.Join(dir, "kernel"), Source: source, Supervisor: supervisor})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"igbo", "gonb", "goimports", "go"} {
		put(t, k.program(name), "#!/bin/sh\n")
	}
	put(t, filepath.Join(k.Home, "setup.lock"), "")
	put(t, k.needsFile(), filepath.Join(source, "go.mod")+"\n")
	if err := k.writeSettings(Settings{Source: source, Go: k.program("go"), GoVersion: linker.Default, ModCache: "/mods", BuildCache: "/builds"}); err != nil {
		t.Fatal(err)
	}
	return k
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestSpecification checks that the specification has the fields and logos that Jupyter needs, that it can be written twice, and that
// another project's kernel is not overwritten.
func TestSpecification(t *testing.T) {
	k := fakeKernel(t)
	place := t.TempDir()
	var folder string
	for range 2 {
		var err error
		if folder, err = k.Register(place, k.Spec(true)); err != nil {
			t.Fatal(err)
		}
	}
	if folder != filepath.Join(place, "kernels", "igbolab") {
		t.Errorf("the specification lies in %s", folder)
	}
	text, err := os.ReadFile(filepath.Join(folder, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]any
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	want := []any{k.program("igbo"), "kernel", "run", "--home", k.Home, "--no-xla", "{connection_file}"}
	if !slices.Equal(raw["argv"].([]any), want) || raw["display_name"] != "Go (igbolab)" || raw["language"] != "go" || raw["interrupt_mode"] != "message" {
		t.Errorf("the specification is %s", text)
	}
	for _, logo := range []string{"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"} {
		if info, err := os.Stat(filepath.Join(folder, logo)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", logo, err)
		}
	}
	put(t, filepath.Join(folder, "kernel.json"), `{"argv": ["python"], "display_name": "mine"}`)
	if _, err := k.Register(place, k.Spec(false)); err == nil || !strings.Contains(err.Error(), folder) {
		t.Errorf("error %v, want one that names the other kernel", err)
	}
	if _, _, err := Unregister(place); err == nil {
		t.Error("another kernel would be removed")
	}
}

// TestList checks that the list has each kernel's folder and source, and what is missing.
func TestList(t *testing.T) {
	k := fakeKernel(t)
	if found := List(t.Context()); len(found) != 0 {
		t.Fatalf("found %v before anything is installed", found)
	}
	user, err := UserPlace()
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	t.Setenv("JUPYTER_PATH", other)
	for _, place := range []string{user, other} {
		if _, err := k.Register(place, k.Spec(false)); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(user, "kernels", "python3", "kernel.json"), `{"argv": ["python"]}`)
	put(t, filepath.Join(user, "kernels", "broken", "kernel.json"), `{`)
	found := List(t.Context(), other)
	if len(found) != 2 || found[0].Folder != filepath.Join(other, "kernels", Name) {
		t.Fatalf("found %v, want the two that are installed, each once", found)
	}
	for _, r := range found {
		if r.Home != k.Home || r.Source != k.Source || len(r.Faults) > 0 {
			t.Errorf("%+v, want one of %s without faults", r, k.Home)
		}
	}
	if err := os.Rename(k.Source, k.Source+"-moved"); err != nil {
		t.Fatal(err)
	}
	if faults := List(t.Context())[0].Faults; len(faults) != 1 || !strings.Contains(faults[0].Error(), k.Source) {
		t.Errorf("faults %v, want that the source has gone", faults)
	}
	if folder, was, err := Unregister(user); err != nil || !was || there(folder) {
		t.Errorf("not removed: %v %v", was, err)
	}
	if _, was, err := Unregister(user); err != nil || was {
		t.Errorf("removed twice: %v %v", was, err)
	}
	if err := os.RemoveAll(k.Home); err != nil {
		t.Fatal(err)
	}
	if faults := List(t.Context())[0].Faults; len(faults) != 1 || !strings.Contains(faults[0].Error(), "igbo kernel install") {
		t.Errorf("faults %v, want that no kernel is set up", faults)
	}
}

// TestDamage checks that a missing or damaged file of a kernel's folder is noticed, and built again by the next set-up.
func TestDamage(t *testing.T) {
	for name, damage := range map[string]func(k *Kernel){
		"no settings":      func(k *Kernel) { os.Remove(k.settingsFile()) },
		"empty settings":   func(k *Kernel) { put(t, k.settingsFile(), "") },
		"settings of none": func(k *Kernel) { put(t, k.settingsFile(), "{}") },
		"null":             func(k *Kernel) { put(t, k.settingsFile(), "null") },
		"no engine":        func(k *Kernel) { os.Remove(k.program("gonb")) },
		"an empty program": func(k *Kernel) { put(t, k.program("goimports"), "") },
		"no needs":         func(k *Kernel) { os.Remove(k.needsFile()) },
		"needs cut off":    func(k *Kernel) { put(t, k.needsFile(), filepath.Join(k.Source, "go.m")) },
	} {
		t.Run(name, func(t *testing.T) {
			k := fakeKernel(t)
			if !k.intact() || len(registered("", k.Home).Faults) > 0 {
				t.Fatal("an intact kernel is none", k.Faults())
			}
			damage(k)
			if k.intact() || len(registered("", k.Home).Faults) == 0 {
				t.Error("nobody notices")
			}
		})
	}
}

func TestRemove(t *testing.T) {
	k := fakeKernel(t)
	if _, err := Remove(filepath.Dir(k.Home), supervisor); err == nil || !there(k.Home) {
		t.Errorf("a folder that is no kernel's would be removed: %v", err)
	}
	s, err := k.runtime().New()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Remove(k.Home, supervisor); err == nil || !strings.Contains(err.Error(), "kernels still run from this folder") {
		t.Errorf("error %v while a kernel runs", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := Remove(k.Home, supervisor); err != nil || there(k.Home) {
			t.Errorf("not removed: %v", err)
		}
	}
}

// TestPlaces compares the folders with those of ipykernel's installer.
func TestPlaces(t *testing.T) {
	dir := emptyWorld(t)
	if got, err := UserPlace(); err != nil || runtime.GOOS == "linux" && got != filepath.Join(dir, "data", "jupyter") {
		t.Errorf("user: %s, %v", got, err)
	}
	t.Setenv("JUPYTER_DATA_DIR", filepath.Join(dir, "own"))
	if got, err := UserPlace(); err != nil || got != filepath.Join(dir, "own") {
		t.Errorf("JUPYTER_DATA_DIR: %s, %v", got, err)
	}
	if got, err := PrefixPlace(filepath.Join(dir, "venv")); err != nil || got != filepath.Join(dir, "venv", "share", "jupyter") {
		t.Errorf("prefix: %s, %v", got, err)
	}
	t.Setenv("PATH", dir)
	if got, err := SysPrefix(t.Context()); err == nil || !strings.Contains(err.Error(), "--prefix") {
		t.Errorf("no Python: %s, %v", got, err)
	}
	if runtime.GOOS != "windows" {
		put(t, filepath.Join(dir, "python3"), "#!/bin/sh\necho /opt/python\n")
		if got, err := SysPrefix(t.Context()); err != nil || got != "/opt/python" {
			t.Errorf("Python on the PATH: %s, %v", got, err)
		}
	}
	t.Setenv("VIRTUAL_ENV", filepath.Join(dir, "venv"))
	if got, err := SysPrefix(t.Context()); err != nil || got != filepath.Join(dir, "venv") {
		t.Errorf("virtual environment: %s, %v", got, err)
	}
	t.Setenv("JUPYTER_PATH", "/a"+string(os.PathListSeparator)+"/b")
	want := []string{"/a", "/b", filepath.Join(dir, "own"), filepath.Join(dir, "venv", "share", "jupyter")}
	if got := SearchPath(t.Context()); len(got) < 4 || !slices.Equal(got[:4], want) {
		t.Errorf("search path %q, want it to begin with %q", got, want)
	}
}

// TestPrepare checks that a folder without write permission, or with another project's kernel, is reported at once.
func TestPrepare(t *testing.T) {
	data := t.TempDir()
	if err := Prepare(data); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(filepath.Join(data, "kernels")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	put(t, filepath.Join(data, "kernels", Name, "kernel.json"), `{"argv": ["other"]}`)
	if err := Prepare(data); err == nil || !strings.Contains(err.Error(), "of another project") {
		t.Errorf("another kernel's: %v", err)
	}
	file := filepath.Join(data, "file")
	put(t, file, "")
	if err := Prepare(file); err == nil {
		t.Error("a file in the place of the folder passes")
	}
}
