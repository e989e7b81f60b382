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

// wheelPlugin is the name of a wheel's plugin, which makes it "xla:cpu".
const wheelPlugin = "pjrt_c_api_cpu_plugin.so"

// InstallWheel fetches XLA's CPU plugin out of the wheel that is pinned for this platform and returns its folder:
// the first of PJRT_PLUGIN_LIBRARY_PATH, where that is set, else go-xla's. It becomes "xla:cpu", and takes the place
// of a link of that name to go-xla's own plugin, which stays. from is an index of the
// Python registry, or a local file or folder; empty is the registry itself. It
// reports to w: where the wheel comes from, its licence, its digest. One that is there and unchanged is kept.
//
// Errors: no wheel for this platform, a file that is not the pinned one, another installation under way.
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

// firstFolder is where a plugin is looked for first.
func firstFolder() (string, error) {
	if folders := os.Getenv("PJRT_PLUGIN_LIBRARY_PATH"); folders != "" {
		return filepath.Abs(pluginFolders(os.Getenv, "")[0])
	}
	home, err := installer.DefaultHomeLibPath()
	if err != nil {
		return "", fmt.Errorf("backend: no folder for the XLA plugin: %w", err)
	}
	return filepath.Join(home, "go-xla"), nil
}

// installWheel fills a folder that is ours.
func installWheel(ctx context.Context, w io.Writer, pinned wheel.Wheel, from, folder string) (err error) {
	target := filepath.Join(folder, wheelPlugin)
	records, err := readRecords(folder)
	if err != nil {
		records = map[string]pluginRecord{} // a broken record is written anew
	}
	if r := records[wheelPlugin]; r.Wheel != nil && r.Wheel.SHA256 == pinned.SHA256 && checkPlugin(target) == nil {
		fmt.Fprintf(w, "the plugin of %s is there and unchanged\n", pinned)
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
		return fmt.Errorf("backend: the XLA plugin could not be fetched: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(archive)) }()
	// Not yet the plugin's name: where that is a link, the link is to go and not what it leads to.
	temp, notices := archive+".plugin", pinned.Project+"-"+pinned.Version
	defer func() { _ = os.Remove(temp) }() // where it has not become the plugin
	metadata, err := pinned.Unpack(ctx, archive, temp, filepath.Join(folder, notices))
	if err != nil {
		return fmt.Errorf("backend: the XLA plugin could not be unpacked: %w", err)
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
	fmt.Fprintf(w, "it has the expected SHA-256 %s\nit is %s\nit speaks PJRT API %s; its publisher makes it for another program, so do not ask there for help with this one\n%s: SHA-256 %s, recorded in %s\n",
		pinned.SHA256, r.Wheel, pinned.API, wheelPlugin, r.SHA256, recordName)
	return writeRecords(folder, records)
}

// registry is the index of the Python registry: go-xla knows where it is asked about a
// project, and its answer where the registry lies.
func registry(ctx context.Context, project string) (string, error) {
	type answer struct {
		info *installer.PipPackageInfo
		err  error
	}
	answers := make(chan answer, 1)
	go func() { // which go-xla does not end with a context
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
			return "", fmt.Errorf("the registry does not say where %s is (%q)", project, a.info.Info.ProjectURL)
		}
		return page.Scheme + "://" + page.Host + "/simple", nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// RemoveXLA removes the plugins that InstallXLA and InstallWheel put into their folders, with links and
// notices, and says to w what it removed. What was there before, or was changed since, stays and is
// named in the error, and so do plugins for GPUs in folders of their own, which go-xla fetched.
func RemoveXLA(w io.Writer) error {
	home, err := installer.DefaultHomeLibPath()
	if err != nil {
		return fmt.Errorf("backend: no folder for the XLA plugin: %w", err)
	}
	err = removePlugins(w, filepath.Join(home, "go-xla"))
	first, other := firstFolder()
	if other == nil && first != filepath.Join(home, "go-xla") {
		other = removePlugins(w, first)
	}
	return errors.Join(err, other)
}
