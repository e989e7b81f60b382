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

// A plugin is native code that runs in this process, so it is loaded only from trusted paths. The file and its folder
// must belong to the user or to root and must not be writable by everyone. The same rules apply to links. `igbo doctor
// --install-xla` records the SHA-256 of each plugin that it installs; a plugin that no longer matches is rejected.

// pluginFolders returns the folders in which go-xla looks for plugins. It omits the folders of the system loader, which
// belong to root.
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

// pluginFiles lists the files in folders whose names match the naming patterns of XLA plugins.
func pluginFiles(folders []string) (files []string) {
	for _, folder := range folders {
		for _, pattern := range []string{"pjrt-plugin-*", "pjrt_plugin_*", "pjrt_c_api_*_plugin.*"} {
			found, _ := filepath.Glob(filepath.Join(folder, pattern)) // the only error is ErrBadPattern
			files = append(files, found...)
		}
	}
	return files
}

// checkPlugins returns an error if any installed plugin is not trusted. It checks all of them, because go-xla loads each
// plugin that it finds.
func checkPlugins() error {
	home, _ := os.UserHomeDir()
	for _, file := range pluginFiles(pluginFolders(os.Getenv, home)) {
		if err := checkPlugin(file); err != nil {
			return err
		}
	}
	return nil
}

// checkPlugin checks the owner and the mode of one plugin and, if recorded, its digest.
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
			return fmt.Errorf("backend: loading the XLA plugin %s: %w", file, err)
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

// readDigest parses a SHA-256 in hexadecimal. It returns "" for an empty text.
func readDigest(text string) (string, error) {
	digest := strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), "sha256:"))
	if raw, err := hex.DecodeString(digest); err != nil || len(raw) != 0 && len(raw) != sha256.Size {
		return "", fmt.Errorf("backend: the SHA-256 must have %d hexadecimal digits, got %q", 2*sha256.Size, text)
	}
	return digest, nil
}
