package backend

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A plugin is a program that runs in ours, so it is loaded from trusted places
// alone: its file and its folder belong to the user or to root, and not everybody
// can write there; the same holds for a link that leads to it. What `igbo doctor --install-xla` fetched has its SHA-256 recorded
// beside it, and is refused once it differs.

// pluginFolders are those where XLA's binding looks, the ones of the system's own loader apart,
// which are root's.
func pluginFolders(getenv func(string) string, home string) []string {
	if list := getenv("PJRT_PLUGIN_LIBRARY_PATH"); list != "" {
		return strings.Split(list, ":")
	}
	var folders []string
	switch runtime.GOOS {
	case "darwin":
		folders = append(folders, filepath.Join(home, "Library", "Application Support", "go-xla"))
	case "windows":
		folders = append(folders, filepath.Join(home, "AppData", "Local", "go-xla"))
	}
	local := filepath.Join(home, ".local", "lib")
	folders = append(folders, filepath.Join(local, "go-xla"), filepath.Join(local, "go-xla", "nvidia"), filepath.Join(local, "gomlx", "pjrt"),
		"/usr/local/lib/go-xla", "/usr/local/lib/go-xla/nvidia", "/usr/local/lib/gomlx/pjrt")
	folders = append(folders, filepath.SplitList(getenv("LD_LIBRARY_PATH"))...)
	return append(folders, filepath.SplitList(getenv("DYLD_LIBRARY_PATH"))...)
}

// pluginFiles lists the plugins in folders, by XLA's naming.
func pluginFiles(folders []string) (files []string) {
	for _, folder := range folders {
		for _, pattern := range []string{"pjrt-plugin-*", "pjrt_plugin_*", "pjrt_c_api_*_plugin.*"} {
			found, _ := filepath.Glob(filepath.Join(folder, pattern)) // a pattern that is none finds nothing
			files = append(files, found...)
		}
	}
	return files
}

// checkPlugins checks every plugin that the search would open: the search loads
// what it finds, so one that is not trusted stops it.
func checkPlugins() error {
	home, _ := os.UserHomeDir()
	for _, file := range pluginFiles(pluginFolders(os.Getenv, home)) {
		if err := checkPlugin(file); err != nil {
			return err
		}
	}
	return nil
}

// checkPlugin checks one plugin's place, and its digest where one is recorded.
func checkPlugin(file string) error {
	path, err := filepath.EvalSymlinks(file)
	if err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	for _, at := range []string{filepath.Dir(file), filepath.Dir(path), path} {
		if err := trusted(at); err != nil {
			return fmt.Errorf("backend: the XLA plugin %s is not loaded: %w", file, err)
		}
	}
	records, err := readRecords(filepath.Dir(path))
	if err != nil {
		return err
	}
	recorded, found := records[filepath.Base(path)]
	if !found {
		return nil
	}
	return recorded.check(path)
}

// readDigest reads a SHA-256 in hexadecimal; empty stays empty.
func readDigest(text string) (string, error) {
	digest := strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), "sha256:"))
	if raw, err := hex.DecodeString(digest); err != nil || len(raw) != 0 && len(raw) != sha256.Size {
		return "", fmt.Errorf("backend: the digest is %q, want the %d hexadecimal digits of a SHA-256", text, 2*sha256.Size)
	}
	return digest, nil
}
