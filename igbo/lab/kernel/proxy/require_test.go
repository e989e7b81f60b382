//go:build unix

package proxy

import (
	"archive/zip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/tempdir"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// TestRequire: a module that a notebook requires is there in its cells, and after a restart too; what is not to be had fails.
func TestRequire(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	version, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", "golang.org/x/sys").Output()
	if err != nil {
		t.Fatal(err)
	}
	folder := tempdir.ConfigHome(t)
	env := []string{"XDG_CONFIG_HOME=" + folder, "JPY_SESSION_NAME=" + folder + "/a.ipynb", "GOFLAGS=-mod=mod", "GONOSUMDB=*", "GOWORK=auto",
		"GOPROXY=file://" + strings.TrimSpace(string(cache)) + "/cache/download,off"}
	const cell = "import \"golang.org/x/sys/cpu\"\n%%\nfmt.Println(cpu.Initialized)"
	k := startKernel(t, env...)
	for _, c := range []struct{ code, said, fault string }{
		{"%require flock", "", "expected MODULE@VERSION"},
		{"%require", "no module of its own", ""},
		{"%require example.org/nothing@v1.0.0", "", "not fetched: example.org/nothing@v1.0.0"},
		{"%require golang.org/x/sys@" + strings.TrimSpace(string(version)), "kept with this notebook", ""},
		{cell, "true\n", ""},
		{"%require", "golang.org/x/sys@", ""},
	} {
		e := execute(t, k, c.code)
		if !strings.Contains(e.Stdout(), c.said) || !strings.Contains(e.ErrorValue, c.fault) || (c.fault == "") != (e.Err() == nil) {
			t.Errorf("%q: %+v", c.code, e)
		}
	}
	if err := k.Stop(10 * time.Second); err != nil {
		t.Fatal(err)
	}
	if e := execute(t, startKernel(t, env...), cell); e.Stdout() != "true\n" {
		t.Errorf("after a restart: %+v", e)
	}
}

// publish writes a module into a folder that serves as a proxy.
func publish(t *testing.T, folder, module, version, source string) {
	t.Helper()
	place := filepath.Join(folder, module, "@v")
	if err := os.MkdirAll(place, 0o755); err != nil {
		t.Fatal(err)
	}
	mod := "module " + module + "\n\ngo 1.26\n"
	for name, text := range map[string]string{"list": version + "\n", version + ".info": `{"Version":"` + version + `"}`, version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(place, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(place, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, text := range map[string]string{"go.mod": mod, "a.go": source} {
		w, err := z.Create(module + "@" + version + "/" + name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestLivingRequire: in a living notebook a module that is not linked in is there for cells that use it, which run as programs, after a
// restart too; another version of one that is linked in is told to be for programs alone, and living cells keep theirs.
func TestLivingRequire(t *testing.T) {
	folder, modules := tempdir.ConfigHome(t), t.TempDir()
	publish(t, modules, "example.org/answer", "v1.2.3", "package answer\n\nfunc Answer() int { return 42 }\n")
	publish(t, modules, "golang.org/x/exp", "v0.0.1", "package exp\n")
	env := []string{"XDG_CONFIG_HOME=" + folder, "JPY_SESSION_NAME=" + folder + "/a.ipynb", "GONOSUMDB=*", "GOFLAGS=-mod=mod -modcacherw", "GOMODCACHE=" + t.TempDir(), "GOPROXY=file://" + modules + ",off"}
	const cell = "import \"example.org/answer\"\nfmt.Println(answer.Answer())"
	k := startLivingKernel(t, env...)
	for _, c := range []struct{ code, stdout, stderr string }{
		{"x := 1", "", ""},
		{"%require example.org/answer@v1.2.3", "kept with this notebook: example.org/answer@v1.2.3", ""},
		{cell, "42\n", "[example.org/answer is not linked into the living process: this cell runs as a program, without living values]"},
		{"!*go get golang.org/x/exp@v0.0.1", "", "[living cells keep golang.org/x/exp v0."},
		{"%require golang.org/x/exp@v0.0.1", "kept with this notebook: golang.org/x/exp@v0.0.1", "[living cells keep golang.org/x/exp v0."},
		{"x", "", ""},
	} {
		e := execute(t, k, c.code)
		if e.Err() != nil || !strings.Contains(e.Stdout(), c.stdout) || !strings.Contains(e.Stderr(), c.stderr) {
			t.Errorf("%q: %+v", c.code, e)
		}
	}
	if err := k.Stop(10 * time.Second); err != nil {
		t.Fatal(err)
	}
	if e := execute(t, startLivingKernel(t, env...), cell); e.Stdout() != "42\n" {
		t.Errorf("after a restart: %+v", e)
	}
}

// TestLivingForeign: where a cell wants C or XLA, which the living process has not, a line says what to do.
func TestLivingForeign(t *testing.T) {
	k := startLivingKernel(t)
	if e := execute(t, k, "_, _, err := backend.Select(\"xla\")\nerr"); !strings.Contains(shown(e)+e.Stdout()+e.ErrorValue, "XLA is not in the process of living cells: a cell behind %live off") {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "x := 1\n/*\nint two() { return 2; }\n*/\nimport \"C\"\nC.two()"); !strings.Contains(e.ErrorValue, "cell [2], line 5: cells hold no C: a package can, and a cell that imports it runs as a program") {
		t.Errorf("%+v", e)
	}
}

// shown is what a cell displays.
func shown(e wire.Execution) (text string) {
	for _, o := range e.Outputs {
		for _, d := range o.Data {
			text += fmt.Sprint(d)
		}
	}
	return text
}
