package wheel

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Wheel describes a wheel file in the registry and the plugin inside it.
type Wheel struct {
	// Project, Version and File identify the wheel in the registry.
	Project, Version, File string
	// SHA256 is the digest of the file in hexadecimal, and Size its length in bytes.
	SHA256 string
	Size   int64
	// Plugin is the path of the plugin inside the wheel, and PluginSize its length in bytes.
	Plugin     string
	PluginSize int64
	// API is the version of the PJRT API that the plugin implements.
	API string
}

// pinned maps a platform to its wheel. To pin another wheel, unpack it, run `igbo doctor` and .ci/xla with its plugin,
// and compare its digest with the one in the registry's simple API.
var pinned = map[string]Wheel{
	"linux_amd64": {
		Project: "lammps-jax-pjrt-cpu", Version: "0.11.2",
		File:   "lammps_jax_pjrt_cpu-0.11.2-py3-none-manylinux_2_27_x86_64.whl",
		SHA256: "1319390d948b39f69f7dade496b7c385149d9ca6097a6b62114da113216d9ad1", Size: 62711338,
		Plugin: "lammps_jax_pjrt_cpu/pjrt_c_api_cpu_plugin.so", PluginSize: 201600336,
		API: "0.115",
	},
}

// Pinned returns the wheel for a platform such as "linux_amd64". It returns an error if there is none.
func Pinned(platform string) (Wheel, error) {
	w, found := pinned[platform]
	if !found {
		return Wheel{}, fmt.Errorf("wheel: igbo has no wheel with XLA's CPU plugin for the platform %s (supported: %s)",
			platform, strings.Join(slices.Sorted(maps.Keys(pinned)), ", "))
	}
	return w, nil
}

// String returns the file name, size, project and version of the wheel.
func (w Wheel) String() string {
	return fmt.Sprintf("%s (%.1f MB) of %s %s", w.File, float64(w.Size)/1e6, w.Project, w.Version)
}
