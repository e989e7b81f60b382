//go:build cgo && !noxla

package backend

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gomlx/go-xla/installer"

	"github.com/igbolab/igbolab/igbo/backend/wheel"
)

// wheelPlugin is the file name of the plugin. Because of this name, go-xla lists the plugin as "xla:cpu".
const wheelPlugin = "pjrt_c_api_cpu_plugin.so"

// InstallWheel extracts XLA's CPU plugin from the Python wheel pinned for this platform and returns the folder of the
// plugin. The folder is the first entry of PJRT_PLUGIN_LIBRARY_PATH if that is set, otherwise go-xla's folder. The plugin
// becomes "xla:cpu". If a link to go-xla's own plugin has that name, InstallWheel replaces the link and keeps go-xla's
// plugin. A plugin that is already installed and unchanged is kept.
//
// from is the URL of a package index, or a local file or folder. If it is empty, InstallWheel uses the Python registry.
// The origin, licence and digest of the wheel are printed to w.
//
// InstallWheel returns an error if there is no wheel for this platform, if the file is not the pinned wheel, or if
// another installation is running.
func InstallWheel(ctx context.Context, w io.Writer, from string) (folder string, err error) {
	pinned, err := wheel.Pinned(runtime.GOOS + "_" + runtime.GOARCH)
	if err != nil {
		return "", fmt.Errorf("backend: %w", err)
	}
	if folder, err = firstFolder(); err != nil {
		return "", err
	}
	unlock, err := holdFolder(folder)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	return folder, installWheel(ctx, w, pinned, from, folder)
}

// firstFolder returns the folder that go-xla searches first.
func firstFolder() (string, error) {
	if folders := os.Getenv("PJRT_PLUGIN_LIBRARY_PATH"); folders != "" {
		return filepath.Abs(pluginFolders(os.Getenv, "")[0])
	}
	home, err := installer.DefaultHomeLibPath()
	if err != nil {
		return "", fmt.Errorf("backend: finding the folder for XLA plugins: %w", err)
	}
	return filepath.Join(home, "go-xla"), nil
}

// installWheel installs the plugin of the pinned wheel in a folder that this process has locked.
func installWheel(ctx context.Context, w io.Writer, pinned wheel.Wheel, from, folder string) (err error) {
	target := filepath.Join(folder, wheelPlugin)
	records, err := readRecords(folder)
	if err != nil {
		records = map[string]pluginRecord{} // ignore a corrupt record; it is replaced below
	}
	if r := records[wheelPlugin]; r.Wheel != nil && r.Wheel.SHA256 == pinned.SHA256 && checkPlugin(target) == nil {
		fmt.Fprintf(w, "the plugin of %s is already installed and unchanged\n", pinned)
		return nil
	}
	if info, err := os.Lstat(target); err == nil && info.Mode().IsRegular() && !records[wheelPlugin].Installed {
		return fmt.Errorf("backend: %s already exists and was not installed by igbo; remove it, or set PJRT_PLUGIN_LIBRARY_PATH to another folder", target)
	}
	fmt.Fprintf(w, "fetching the wheel %s into %s\n", pinned, folder)
	archive := filepath.Join(folder, pinned.File)
	if from == "" {
		from, err = registry(ctx, pinned.Project)
	}
	origin := ""
	if err == nil {
		origin, err = pinned.Fetch(ctx, from, archive)
	}
	if err != nil {
		return fmt.Errorf("backend: downloading the XLA plugin: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(archive)) }()
	// Unpack to a temporary name: target may be a link, and writing to it would overwrite the linked file. Rename
	// replaces the link itself.
	temp, notices := archive+".plugin", pinned.Project+"-"+pinned.Version
	defer func() { _ = os.Remove(temp) }() // does nothing after the rename below
	metadata, err := pinned.Unpack(ctx, archive, temp, filepath.Join(folder, notices))
	if err != nil {
		return fmt.Errorf("backend: unpacking the XLA plugin: %w", err)
	}
	if err := os.Rename(temp, target); err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	info, err := os.Stat(target)
	if err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	r, err := newRecord(target, info)
	if err != nil {
		return err
	}
	r.Installed, r.Wheel = true, &Wheel{pinned.Project, pinned.Version, pinned.File, pinned.SHA256, origin, metadata.License, notices}
	records[wheelPlugin] = r
	fmt.Fprintf(w, "it has the expected SHA-256 %s\nit is %s\nit supports PJRT API %s; its publisher makes it for another program, so do not ask them for help with igbo\n%s: SHA-256 %s, recorded in %s\n",
		pinned.SHA256, r.Wheel, pinned.API, wheelPlugin, r.SHA256, recordName)
	return writeRecords(folder, records)
}

// registry returns the URL of the Python registry's package index. go-xla fetches the project's page, which contains that
// URL.
func registry(ctx context.Context, project string) (string, error) {
	type answer struct {
		info *installer.PipPackageInfo
		err  error
	}
	answers := make(chan answer, 1)
	go func() { // GetPipInfo takes no context and may outlive ctx
		info, err := installer.GetPipInfo(project)
		answers <- answer{info, err}
	}()
	select {
	case a := <-answers:
		if a.err != nil {
			return "", a.err
		}
		page, err := url.Parse(a.info.Info.ProjectURL)
		if err != nil || page.Host == "" {
			return "", fmt.Errorf("the Python registry returned no valid address for the project %s (got %q)", project, a.info.Info.ProjectURL)
		}
		return page.Scheme + "://" + page.Host + "/simple", nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// RemoveXLA removes the plugins that InstallXLA and InstallWheel installed, the links to them and their licence notices.
// It prints each removed file to w. It keeps plugins that this package did not install or that were modified, and names
// them in the error. It does not touch GPU plugins that go-xla put in separate folders.
func RemoveXLA(w io.Writer) error {
	home, err := installer.DefaultHomeLibPath()
	if err != nil {
		return fmt.Errorf("backend: finding the folder for XLA plugins: %w", err)
	}
	err = removePlugins(w, filepath.Join(home, "go-xla"))
	first, other := firstFolder()
	if other == nil && first != filepath.Join(home, "go-xla") {
		other = removePlugins(w, first)
	}
	return errors.Join(err, other)
}
