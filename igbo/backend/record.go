package backend

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// recordName is the file that stores the digests of the plugins in its folder.
const recordName = "igbolab-sha256.json"

// A pluginRecord describes a plugin as it was installed. While size and modification time are unchanged, the digest of
// the file, which is several hundred megabytes, is not recomputed.
type pluginRecord struct {
	SHA256  string    `json:"sha256"`
	Size    int64     `json:"size"`
	ModTime time.Time `json:"modified"`
	// Installed reports whether this package installed the plugin. RemoveXLA removes only such plugins.
	Installed bool   `json:"installed,omitempty"`
	Wheel     *Wheel `json:"wheel,omitempty"`
}

// A Wheel describes the wheel that a plugin was extracted from.
type Wheel struct {
	// Project, Version and File identify the wheel in the Python registry. SHA256 is the digest of the wheel file.
	Project string `json:"project"`
	Version string `json:"version"`
	File    string `json:"file"`
	SHA256  string `json:"sha256"`
	// Origin is the URL or the path that the wheel was copied from.
	Origin string `json:"origin"`
	// License is the licence named in the wheel's metadata. Notices is the folder next to the plugin that holds the
	// licence texts.
	License string `json:"license"`
	Notices string `json:"notices"`
}

// String returns the wheel's description as one line of text.
func (w Wheel) String() string {
	return fmt.Sprintf("%s of %s %s, from %s; licence %s (texts in %s)", w.File, w.Project, w.Version, w.Origin, w.License, w.Notices)
}

// check returns an error if the plugin at path differs from its record.
func (r pluginRecord) check(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	if info.Size() == r.Size && info.ModTime().Equal(r.ModTime) {
		return nil
	}
	digest, err := durable.Digest(path)
	if err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	if digest != r.SHA256 {
		again := "--install-xla"
		if r.Wheel != nil {
			again += " --from-wheel"
		}
		return fmt.Errorf("backend: loading the XLA plugin %s: the file has changed: its SHA-256 is %s, but %s records %s "+
			"(run `igbo doctor %s` to download it again)", path, digest, recordName, r.SHA256, again)
	}
	return nil
}

func readRecords(folder string) (map[string]pluginRecord, error) {
	records := map[string]pluginRecord{}
	text, err := os.ReadFile(filepath.Join(folder, recordName))
	if errors.Is(err, os.ErrNotExist) {
		return records, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &records)
	}
	if err != nil {
		return nil, fmt.Errorf("backend: reading %s: %w", filepath.Join(folder, recordName), err)
	}
	return records, nil
}

// newRecord returns a record of a file's current size, modification time and digest.
func newRecord(file string, info os.FileInfo) (pluginRecord, error) {
	digest, err := durable.Digest(file)
	if err != nil {
		return pluginRecord{}, fmt.Errorf("backend: %w", err)
	}
	return pluginRecord{SHA256: digest, Size: info.Size(), ModTime: info.ModTime()}, nil
}

// pluginTimes returns the modification times of the plugins in a folder, ignoring links.
func pluginTimes(folder string) map[string]time.Time {
	times := map[string]time.Time{}
	for _, file := range pluginFiles([]string{folder}) {
		if info, err := os.Lstat(file); err == nil && info.Mode().IsRegular() {
			times[file] = info.ModTime()
		}
	}
	return times
}

// recordPlugins records every plugin in a folder. It marks plugins that are missing from before, or whose modification
// time changed, as installed by this package.
func recordPlugins(folder string, before map[string]time.Time) (map[string]pluginRecord, error) {
	old, err := readRecords(folder)
	if err != nil {
		old = nil // ignore a corrupt record; it is replaced below
	}
	records := map[string]pluginRecord{}
	for file, written := range pluginTimes(folder) {
		info, err := os.Stat(file)
		if err != nil {
			return nil, fmt.Errorf("backend: %w", err)
		}
		r, err := newRecord(file, info)
		if err != nil {
			return nil, err
		}
		name := filepath.Base(file)
		if was := old[name]; was.SHA256 == r.SHA256 {
			r.Installed, r.Wheel = was.Installed, was.Wheel
		}
		if at, there := before[file]; !there || !at.Equal(written) {
			r.Installed = true
		}
		records[name] = r
	}
	return records, writeRecords(folder, records)
}

func writeRecords(folder string, records map[string]pluginRecord) error {
	text, err := json.MarshalIndent(records, "", "  ")
	if err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	if err := durable.WriteFile(filepath.Join(folder, recordName), append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	return nil
}
