//go:build unix

package proxy

import (
	"archive/zip"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/tempdir"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestRequire checks that a required module is available in cells, also after a restart, and that an unavailable one fails.
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
	for _, c := range []struct{ code, reported, fault string }{
		{"%require flock", "", "must be MODULE or MODULE@VERSION"},
		{"%require", "requires no module", ""},
		{"%require example.org/nothing@v1.0.0", "", "these modules could not be downloaded: example.org/nothing@v1.0.0"},
		{"%require golang.org/x/sys@" + strings.TrimSpace(string(version)), "stored with this notebook", ""},
		{cell, "true\n", ""},
		{"%require", "golang.org/x/sys@", ""},
	} {
		e := execute(t, k, c.code)
		if !strings.Contains(e.Stdout(), c.reported) || !strings.Contains(e.ErrorValue, c.fault) || (c.fault == "") != (e.Err() == nil) {
			t.Errorf("%q: %+v", c.code, e)
		}
	}
	if err := k.Stop(patience); err != nil {
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

// TestStatefulRequire checks that %require loads a module into the stateful process, and that its import works in later cells, in programs
// and after a restart. A missing module, or one that is linked in another version, is an error at once.
func TestStatefulRequire(t *testing.T) {
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache, folder, shelf := strings.TrimSpace(string(out)), tempdir.ConfigHome(t), t.TempDir()
	path := fmt.Sprintf("living.test/require%d", os.Getpid())
	t.Cleanup(func() { forgetModules(t, cache, path) })
	publish(t, shelf, path+"/answer", "v1.2.3", "package answer\n\nvar n = 42\n\nfunc Answer() int { n++; return n - 1 }\n")
	publish(t, shelf, path+"/withc", "v1.0.0", "package withc\n\n// int one() { return 1; }\nimport \"C\"\n\nfunc One() int { return int(C.one()) }\n")
	publish(t, shelf, path+"/panics", "v1.0.0", "package panics\n\nfunc init() { panic(\"not today\") }\n")
	env := []string{"XDG_CONFIG_HOME=" + folder, "JPY_SESSION_NAME=" + folder + "/a.ipynb", "GONOSUMDB=*", "GOFLAGS=-mod=mod -modcacherw",
		"GOMODCACHE=" + t.TempDir(), "GOPROXY=file://" + shelf + ",off"}
	k := startStatefulKernel(t, env...)
	run := func(k *wire.Kernel, cells ...[3]string) {
		t.Helper()
		for _, c := range cells {
			for i := range c {
				c[i] = strings.ReplaceAll(c[i], "§", path)
			}
			e := execute(t, k, c[0])
			if !strings.Contains(e.Stderr()+e.Stdout()+shown(e), c[1]) || !strings.Contains(e.ErrorValue, c[2]) || (c[2] == "") != (e.Err() == nil) {
				t.Errorf("%q: %+v", c[0], e)
			}
		}
	}
	const cell = "import \"§/answer\"\nfmt.Println(answer.Answer())"
	run(k, [][3]string{
		{"x := 1", "", ""},
		{"import \"§/answer\"", "", "run %require §/answer first"},
		{"import \"notexist/pkg\"\ny := 1", "", "package notexist/pkg is not in the standard library"},
		{"%require §/nothing", "", "§/nothing"},
		{"%require §/answer", "loaded: §/answer\nstored with this notebook: §/answer@v1.2.3\n", ""},
		{cell, "42\n", ""},
		{"answer.Answer() + x", "44", ""},
		{"%require golang.org/x/exp@v0.0.1", "", "the stateful process is linked with v0."},
		{"%require §/panics", "", "its initialisation ended with a panic: not today"},
		{"x", "1", ""},
		{"%require §/withc", "[package §/withc contains C code: cells that import it run as programs]\nstored with this notebook: §/withc@v1.0.0\n", ""},
		{"%require", "this notebook requires §/answer@v1.2.3", ""},
		{"%live off", "", ""},
		{"import \"§/answer\"\n%%\nfmt.Println(answer.Answer())", "42\n", ""},
	}...)
	if err := k.Stop(patience); err != nil {
		t.Fatal(err)
	}
	run(startStatefulKernel(t, env...), [3]string{cell, "42\n", ""})
}

// forgetModules removes modules below a path from the module cache, where a test has put them.
func forgetModules(t *testing.T, cache, path string) {
	t.Helper()
	for _, place := range []string{filepath.Join(cache, path), filepath.Join(cache, "cache", "download", path)} {
		_ = filepath.WalkDir(place, func(path string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() {
				err = os.Chmod(path, 0o700)
			}
			return err
		})
		if err := os.RemoveAll(place); err != nil {
			t.Error(err)
		}
	}
}

// TestStatefulForeign checks that a cell that needs C or XLA, which the stateful process does not have, gets a message with the fix.
func TestStatefulForeign(t *testing.T) {
	k := startStatefulKernel(t)
	if e := execute(t, k, "_, _, err := backend.Select(\"xla\")\nerr"); !strings.Contains(shown(e)+e.Stdout()+e.ErrorValue, "stateful cells cannot use XLA; run %live off first") {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "x := 1\n/*\nint two() { return 2; }\n*/\nimport \"C\"\nC.two()"); !strings.Contains(e.ErrorValue, "cell [2], line 5: cells cannot contain C (put it into a package; a cell that imports the package runs as a program)") {
		t.Errorf("%+v", e)
	}
}

// shown returns the text that a cell displays.
func shown(e wire.Execution) (text string) {
	for _, o := range e.Outputs {
		for _, d := range o.Data {
			text += fmt.Sprint(d)
		}
	}
	return text
}
