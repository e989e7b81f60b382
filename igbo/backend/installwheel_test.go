//go:build cgo && !noxla

package backend

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/backend/wheel"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// localWheel writes a wheel that contains a fake plugin.
func localWheel(t *testing.T) (wheel.Wheel, string) {
	t.Helper()
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for name, text := range map[string]string{"a_b/p.so": "a plugin", "a_b-1.0.dist-info/METADATA": "Name: a-b\nVersion: 1.0\nLicense: MIT\n", "a_b-1.0.dist-info/licenses/LICENSE": "text"} {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, z.Close())
	sum := sha256.Sum256(file.Bytes())
	path := filepath.Join(t.TempDir(), "a_b-1.0.whl")
	must.Do(t, os.WriteFile(path, file.Bytes(), 0o600))
	return wheel.Wheel{Project: "a-b", Version: "1.0", File: "a_b-1.0.whl", SHA256: hex.EncodeToString(sum[:]), Size: int64(file.Len()), Plugin: "a_b/p.so", PluginSize: 8, API: "0.1"}, path
}

func names(t *testing.T, folder string) string {
	t.Helper()
	entries := must.Of(os.ReadDir(folder)).In(t)
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	return strings.Join(found, " ")
}

// TestWheelComesAndGoes installs a wheel's plugin, checks its description, installs it again while it is unchanged and
// after a modification, and removes it.
func TestWheelComesAndGoes(t *testing.T) {
	w, from := localWheel(t)
	folder := t.TempDir()
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", folder)
	own := filepath.Join(folder, "pjrt_c_api_cpu_v9_plugin.so")
	must.Do(t, os.WriteFile(own, []byte("go-xla's own"), 0o644))
	target := filepath.Join(folder, wheelPlugin)
	if err := os.Symlink(filepath.Base(own), target); err != nil {
		t.Skipf("this system makes no links: %v", err)
	}
	var reported bytes.Buffer
	install := func(want string) {
		t.Helper()
		reported.Reset()
		if err := installWheel(t.Context(), &reported, w, from, folder); err != nil || !strings.Contains(reported.String(), want) {
			t.Fatalf("%v, said %q, want %q", err, &reported, want)
		}
	}
	install("licence MIT")
	if got, want := names(t, folder), "a-b-1.0 "+recordName+" "+wheelPlugin+" "+filepath.Base(own); got != want {
		t.Errorf("left %s, want %s", got, want)
	}
	install("is already installed and unchanged")
	must.Do(t, os.WriteFile(target, []byte("A plugin"), 0o755))
	must.Do(t, os.Chtimes(target, time.Time{}, time.Now().Add(time.Hour)))
	if p := describePlugin(target); p.Err == nil || !strings.Contains(p.Err.Error(), "--install-xla --from-wheel") {
		t.Errorf("a flipped bit: %v", p.Err)
	}
	refusal.Check(t, removePlugins(&reported, folder), "the file has changed since igbo installed it", "removing what was changed")
	install("expected SHA-256 " + w.SHA256)
	if found := InstalledPlugins(); len(found) != 2 || found[0].Wheel == nil && found[1].Wheel == nil {
		t.Errorf("found %+v", found)
	}
	if p := describePlugin(target); p.Err != nil || !p.Recorded || p.Wheel.License != "MIT" || p.Wheel.Origin != from || p.Target != "" {
		t.Errorf("described as %+v", p)
	}
	if err := removePlugins(&reported, folder); err != nil {
		t.Error(err)
	}
	if got := names(t, folder); got != filepath.Base(own) {
		t.Errorf("after the removal there is %s", got)
	}
	if text, err := os.ReadFile(own); err != nil || string(text) != "go-xla's own" {
		t.Errorf("go-xla's own plugin is %q, %v", text, err)
	}
}

// TestForeignPluginsStay checks that a plugin installed by the user is not overwritten, marked as installed, or removed.
func TestForeignPluginsStay(t *testing.T) {
	w, from := localWheel(t)
	folder := t.TempDir()
	mine := filepath.Join(folder, wheelPlugin)
	must.Do(t, os.WriteFile(mine, []byte("mine"), 0o755))
	refusal.Check(t, installWheel(t.Context(), &bytes.Buffer{}, w, from, folder), "was not installed by igbo", "over the user's own")
	must.Of(recordPlugins(folder, pluginTimes(folder))).In(t)
	refusal.Check(t, removePlugins(&bytes.Buffer{}, folder), "igbo did not install this file", "removing it")
	if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestOneInstallationAtATime checks that a concurrent installation fails and names the running one.
func TestOneInstallationAtATime(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", folder)
	unlock := must.Of(holdFolder(folder)).In(t)
	refusal.Check(t, removePlugins(&bytes.Buffer{}, folder), "another igbo", "a removal beside")
	want := "another igbo"
	if _, err := wheel.Pinned(runtime.GOOS + "_" + runtime.GOARCH); err != nil {
		want = "igbo has no wheel with XLA's CPU plugin"
	}
	_, err := InstallWheel(t.Context(), &bytes.Buffer{}, "/no/such/place")
	refusal.Check(t, err, want, "an installation beside")
	must.Do(t, unlock())
	if got := names(t, folder); got != "" {
		t.Errorf("left %s", got)
	}
}

// TestFailedInstallationLeavesNothing checks that a failed installation leaves neither a file nor a record.
func TestFailedInstallationLeavesNothing(t *testing.T) {
	w, from := localWheel(t)
	folder := t.TempDir()
	w.PluginSize++
	if err := installWheel(t.Context(), &bytes.Buffer{}, w, from, folder); err == nil {
		t.Error("a plugin of another length is taken")
	}
	w.SHA256 = strings.Repeat("0", 64)
	if err := installWheel(t.Context(), &bytes.Buffer{}, w, from, folder); err == nil {
		t.Error("another wheel is taken")
	}
	if got := names(t, folder); got != "" {
		t.Errorf("left %s", got)
	}
}
