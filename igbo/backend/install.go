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

// archives maps a version and a platform, such as "v0.114.0 linux_amd64", to the SHA-256 of the archive with XLA's CPU
// plugin. Neither the publisher nor go-xla provides digests, so add only a digest that you verified yourself. Without an
// entry, the user can pass a digest; otherwise the first download is trusted.
var archives = map[string]string{}

// InstallXLA downloads the XLA plugins for this machine into go-xla's default folder and returns that folder. It prints
// its progress to w. It keeps a plugin that is already installed and unchanged, and it records the digest of each plugin,
// so a modified plugin is not loaded later.
//
// wanted is the SHA-256 in hexadecimal of the archive with the CPU plugin. If it is empty, InstallXLA uses the known
// digest of that version; if none is known, it trusts the archive and prints its digest. For GPU plugins, go-xla verifies
// the digests listed in the package index.
func InstallXLA(w io.Writer, wanted string) (folder string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("backend: installing the XLA plugin: %v", r)
		}
	}()
	if wanted, err = readDigest(wanted); err != nil {
		return "", err
	}
	home, err := installer.DefaultHomeLibPath()
	if err != nil {
		return "", fmt.Errorf("backend: finding the folder for XLA plugins: %w", err)
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
		return "", fmt.Errorf("backend: downloading the XLA plugin: %w", err)
	}
	records, err := recordPlugins(folder, before)
	for name, r := range records {
		fmt.Fprintf(w, "%s: SHA-256 %s, recorded in %s\n", name, r.SHA256, recordName)
	}
	return folder, err
}

// installed reports whether a trusted CPU plugin of the required version is in the folder.
func installed(folder string) bool {
	found, _ := filepath.Glob(filepath.Join(folder, "pjrt_c_api_cpu_"+pjrt.DefaultCPUVersion+"_plugin.*"))
	return len(found) > 0 && checkPlugin(found[0]) == nil
}

// fetchCPU downloads the archive with the CPU plugin, verifies its digest and unpacks it.
func fetchCPU(w io.Writer, folder, wanted string) error {
	version, platform := pjrt.DefaultCPUVersion, runtime.GOOS+"_"+runtime.GOARCH
	wanted = cmp.Or(wanted, archives[version+" "+platform])
	fmt.Fprintf(w, "fetching the XLA plugin %s for %s into %s\n", version, platform, folder)
	url, err := installer.CPUGetDownloadURL(platform, version)
	if err != nil {
		return fmt.Errorf("backend: downloading the XLA plugin: %w", err)
	}
	// Remove the cached archive of this name, because go-xla would unpack it instead of downloading.
	name := version + "_" + path.Base(url)
	if old, there, err := installer.GetCachePath(name); err == nil && there {
		if err := os.Remove(old); err != nil {
			return fmt.Errorf("backend: removing the cached archive: %w", err)
		}
	}
	archive, _, err := installer.DownloadURLToTemp(url, name, wanted, true, installer.Quiet)
	if err != nil {
		return fmt.Errorf("backend: downloading the XLA plugin: %w", err)
	}
	digest, err := durable.Digest(archive)
	if err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	if wanted == "" {
		fmt.Fprintf(w, "the archive is not verified, because igbo knows no SHA-256 of this version.\nIts SHA-256 is %s. To verify it, pass --sha256 with the digest from a source that you trust.\n", digest)
	} else {
		fmt.Fprintf(w, "the archive has the expected SHA-256 %s\n", digest)
	}
	if err := installer.CPUInstall(platform, version, folder, true, installer.Quiet); err != nil {
		return fmt.Errorf("backend: unpacking the XLA plugin: %w", err)
	}
	return nil
}
