//go:build unix

package proxy

import (
	"os/exec"
	"strings"
	"testing"
	"time"
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
	folder := t.TempDir()
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
