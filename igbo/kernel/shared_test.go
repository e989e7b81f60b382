//go:build unix

package kernel

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
)

// TestChosenGo checks that a local Go on which stateful cells do not run is replaced by one that it downloads, also if its environment has
// another GOROOT. If that fails, the local Go is used and one line explains it.
func TestChosenGo(t *testing.T) {
	if err := linker.Supported(linker.Default, runtime.GOOS, runtime.GOARCH); err != nil {
		t.Skip(err)
	}
	dir := emptyWorld(t)
	script := filepath.Join(dir, "bin", "go")
	t.Setenv("PATH", filepath.Dir(script)+":"+os.Getenv("PATH"))
	t.Setenv("GOROOT", "/another")
	t.Setenv("GOTOOLCHAIN", "local")
	for reply, want := range map[string]Settings{
		`echo '{"GOROOT":"/downloaded","GOVERSION":"` + linker.Default + `"}'`: {Go: "/downloaded/bin/go", GoVersion: linker.Default},
		`echo "go: one" >&2; echo "go: no route to host" >&2; exit 1`:          {Go: script, GoVersion: "go1.99.0"},
	} {
		put(t, script, "#!/bin/sh\n[ -z \"$GOROOT\" ] || exit 3\nif [ \"$GOTOOLCHAIN\" = "+linker.Default+" ]; then\n"+reply+"\nelse\necho '{\"GOROOT\":\""+dir+"\",\"GOVERSION\":\"go1.99.0\",\"GOCACHE\":\"/c\"}'\nfi\n")
		s, unfit, err := examine(t.Context(), dir, t.Logf)
		if err != nil || s.Go != want.Go || s.GoVersion != want.GoVersion {
			t.Errorf("%+v, %v, want %+v", s, err, want)
		}
		if fails := want.GoVersion != linker.Default; fails != (unfit != nil) || fails && (!strings.Contains(unfit.Error(), "no route to host") || strings.Contains(unfit.Error(), "\n")) {
			t.Error(unfit)
		}
	}
}

// childVariable passes the kernel's folder to TestSharedKernel in a process of another user.
const childVariable = "KERNEL_TEST_SHARED"

// TestSharedKernel checks that a user who can read the kernel's folder but not write into it, as on a shared server, gets folders for what
// the kernel writes, and does not use the build cache of the user who has set it up.
func TestSharedKernel(t *testing.T) {
	if home := os.Getenv(childVariable); home != "" {
		k, err := Open(Options{Home: home})
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("GOCACHE", "")
		t.Setenv("GOMODCACHE", "")
		env := k.Environment(os.Environ(), false)
		if k.own() == k.Home || !strings.HasPrefix(k.own(), os.Getenv("HOME")) || k.runtime().Folder != filepath.Join(k.own(), "runtime") || valueOf(env, "GOCACHE") != "" {
			t.Errorf("the kernel writes into %s, with GOCACHE=%s", k.own(), valueOf(env, "GOCACHE"))
		}
		s, err := k.runtime().New()
		if err != nil {
			t.Fatal(err)
		}
		must.Do(t, s.Close())
		return
	}
	k := fakeKernel(t)
	if k.own() != k.Home {
		t.Errorf("the kernel writes into %s, want %s", k.own(), k.Home)
	}
	dir := must.Of(os.MkdirTemp("", "shared-*")).In(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	builds, home := filepath.Join(dir, "builds"), filepath.Join(dir, "home")
	must.Do(t, os.Mkdir(builds, 0o755))
	must.Do(t, os.Mkdir(home, 0o777))
	must.Do(t, os.Chmod(home, 0o777))
	must.Do(t, k.writeSettings(Settings{Source: k.Source, Go: "/bin/true", GoVersion: linker.Default, BuildCache: builds}))
	must.Do(t, os.CopyFS(filepath.Join(dir, "kernel"), os.DirFS(k.Home)))
	must.Do(t, os.CopyFS(filepath.Join(dir, "program"), os.DirFS(filepath.Dir(os.Args[0]))))
	for _, folder := range []string{dir, filepath.Join(dir, "program"), filepath.Join(dir, "kernel"), builds} {
		must.Do(t, os.Chmod(folder, 0o555))
		defer os.Chmod(folder, 0o755)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "program", filepath.Base(os.Args[0])), "-test.run=^TestSharedKernel$")
	cmd.Dir, cmd.Env = "/", []string{childVariable + "=" + filepath.Join(dir, "kernel"), "HOME=" + home, "PATH=/usr/bin:/bin", "TMPDIR=" + home}
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
