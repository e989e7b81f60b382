//go:build cgo && !noxla

package backend

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"

	"github.com/gomlx/go-xla/installer"
	"github.com/gomlx/go-xla/pjrt"

	"github.com/igbolab/igbolab/igbo/durable"
)

// archives are the SHA-256 digests of the archives with XLA's CPU plugin, by
// version and platform as in "v0.114.0 linux_amd64". Publisher and go-xla give
// none, so that one belongs here only once somebody has verified it; until then
// the user may give one, or trusts the first download.
var archives = map[string]string{}

// InstallXLA fetches the XLA plugins for this machine into go-xla's default
// folder, reports to w, and returns the folder. The archive of the CPU plugin must
// have the SHA-256 wanted, in hexadecimal; empty takes the one that is known for
// its version, and where none is, the archive is trusted and its digest said.
// What is installed is recorded, so that a plugin that changes is not loaded. A
// plugin that is there and unchanged is kept. Plugins for GPUs are fetched by
// go-xla, which checks them against the digests of their index.
func InstallXLA(w io.Writer, wanted string) (folder string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("backend: installing the XLA plugin failed: %v", r)
		}
	}()
	if wanted, err = readDigest(wanted); err != nil {
		return "", err
	}
	home, err := installer.DefaultHomeLibPath()
	if err != nil {
		return "", fmt.Errorf("backend: no folder for the XLA plugin: %w", err)
	}
	folder = filepath.Join(home, "go-xla")
	unlock, err := holdFolder(folder)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	before := pluginTimes(folder)
	if wanted != "" || !installed(folder) {
		if err := fetchCPU(w, folder, wanted); err != nil {
			return "", err
		}
	}
	if err := installer.AutoInstall(home, true, installer.Quiet); err != nil {
		return "", fmt.Errorf("backend: the XLA plugin could not be fetched: %w", err)
	}
	records, err := recordPlugins(folder, before)
	for name, r := range records {
		fmt.Fprintf(w, "%s: SHA-256 %s, recorded in %s\n", name, r.SHA256, recordName)
	}
	return folder, err
}

// installed tells whether a CPU plugin of the wanted version is there and trusted.
func installed(folder string) bool {
	found, _ := filepath.Glob(filepath.Join(folder, "pjrt_c_api_cpu_"+pjrt.DefaultCPUVersion+"_plugin.*"))
	return len(found) > 0 && checkPlugin(found[0]) == nil
}

// fetchCPU fetches the archive of the CPU plugin, checks its digest and unpacks it.
func fetchCPU(w io.Writer, folder, wanted string) error {
	version, platform := pjrt.DefaultCPUVersion, runtime.GOOS+"_"+runtime.GOARCH
	wanted = cmp.Or(wanted, archives[version+" "+platform])
	fmt.Fprintf(w, "fetching the XLA plugin %s for %s into %s\n", version, platform, folder)
	url, err := installer.CPUGetDownloadURL(platform, version)
	if err != nil {
		return fmt.Errorf("backend: the XLA plugin could not be fetched: %w", err)
	}
	// go-xla unpacks the archive that lies in its cache under this name.
	name := version + "_" + path.Base(url)
	if old, there, err := installer.GetCachePath(name); err == nil && there {
		if err := os.Remove(old); err != nil {
			return fmt.Errorf("backend: %w", err)
		}
	}
	archive, _, err := installer.DownloadURLToTemp(url, name, wanted, true, installer.Quiet)
	if err != nil {
		return fmt.Errorf("backend: the XLA plugin could not be fetched: %w", err)
	}
	digest, err := durable.Digest(archive)
	if err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	if wanted == "" {
		fmt.Fprintf(w, "no digest is known for this version: the archive is trusted as it came.\nIts SHA-256 is %s; --sha256 with a digest from a source that you trust checks it.\n", digest)
	} else {
		fmt.Fprintf(w, "the archive has the expected SHA-256 %s\n", digest)
	}
	if err := installer.CPUInstall(platform, version, folder, true, installer.Quiet); err != nil {
		return fmt.Errorf("backend: the XLA plugin could not be unpacked: %w", err)
	}
	return nil
}
