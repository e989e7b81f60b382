package backend

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// plugin writes a fake plugin to a folder.
func plugin(t *testing.T, folder, content string) string {
	t.Helper()
	must.Do(t, os.MkdirAll(folder, 0o755))
	path := filepath.Join(folder, "pjrt_c_api_cpu_v9_plugin.so")
	must.Do(t, os.WriteFile(path, []byte(content), 0o644))
	return path
}

// TestPluginsAreLoadedFromTrustedFolders checks that a plugin that another user could have written is rejected before any
// plugin is loaded.
func TestPluginsAreLoadedFromTrustedFolders(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("WebAssembly loads no plugin")
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no modes that say who may write")
	}
	folder := filepath.Join(t.TempDir(), "go-xla")
	path := plugin(t, folder, "plugin")
	if err := checkPlugin(path); err != nil {
		t.Errorf("the user's own: %v", err)
	}
	for _, open := range []string{path, folder} {
		info := must.Of(os.Stat(open)).In(t)
		must.Do(t, os.Chmod(open, info.Mode().Perm()|0o002))
		t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", folder)
		for name, err := range map[string]error{"named": checkPlugin(path), "found": checkPlugins()} {
			if err == nil || !strings.Contains(err.Error(), "everyone can write to "+open) {
				t.Errorf("%s, %s writable: %v", name, filepath.Base(open), err)
			}
		}
		must.Do(t, os.Chmod(open, info.Mode().Perm()))
	}
	if os.Geteuid() == 0 {
		must.Do(t, os.Chown(path, 12345, 12345))
		refusal.Check(t, checkPlugin(path), "belongs to user 12345", "of another user")
	}
}

// TestPluginsAreThoseInstalled checks that a modified plugin is detected by its digest, and that a plugin without a
// record is accepted.
func TestPluginsAreThoseInstalled(t *testing.T) {
	folder := t.TempDir()
	path := plugin(t, folder, "plugin")
	link := filepath.Join(folder, "pjrt_c_api_cpu_plugin.so")
	if err := os.Symlink(filepath.Base(path), link); err != nil {
		t.Skipf("this system makes no links: %v", err)
	}
	records, err := recordPlugins(folder, nil)
	if err != nil || len(records) != 1 {
		t.Fatalf("%v, %v, want the file and not the link", records, err)
	}
	for name, c := range map[string]struct {
		content string
		want    string
	}{"same": {"plugin", ""}, "flipped": {"plugim", "records " + records[filepath.Base(path)].SHA256}, "cut": {"plug", "SHA-256"}} {
		plugin(t, folder, c.content)
		must.Do(t, os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)))
		for _, file := range []string{path, link} {
			if err := checkPlugin(file); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: %v, want %q", name, filepath.Base(file), err, c.want)
			}
		}
	}
	other := filepath.Join(folder, "pjrt_plugin_mine.so")
	must.Do(t, os.WriteFile(other, []byte("mine"), 0o644))
	if err := checkPlugin(other); err != nil {
		t.Errorf("without a record: %v", err)
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, recordName), []byte("{"), 0o600))
	if err := checkPlugin(path); err == nil {
		t.Error("a broken record is believed")
	}
}

// TestPluginFolders checks that PJRT_PLUGIN_LIBRARY_PATH replaces the default folders.
func TestPluginFolders(t *testing.T) {
	env := map[string]string{"LD_LIBRARY_PATH": "/a:/b"}
	folders := pluginFolders(func(name string) string { return env[name] }, "/home/me")
	for _, want := range []string{filepath.Join("/home/me", ".local", "lib", "go-xla"), "/usr/local/lib/go-xla"} {
		if !slices.Contains(folders, want) {
			t.Errorf("%s is not among %s", want, folders)
		}
	}
	if runtime.GOOS == "linux" && !slices.Contains(folders, "/b") {
		t.Errorf("the loader's path is not among %s", folders)
	}
	env["PJRT_PLUGIN_LIBRARY_PATH"] = "/only"
	if got := pluginFolders(func(name string) string { return env[name] }, "/home/me"); !slices.Equal(got, []string{"/only"}) {
		t.Errorf("folders %s", got)
	}
}

func TestReadDigest(t *testing.T) {
	sum := strings.Repeat("ab", 32)
	for text, want := range map[string]string{"": "", sum: sum, " SHA256:x": "", "sha256:" + strings.ToUpper(sum): sum, "abc": "", sum + "00": ""} {
		got, err := readDigest(text)
		if got != want || (err != nil) != (want == "" && text != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
