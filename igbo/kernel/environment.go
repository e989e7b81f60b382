package kernel

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// HomeVariable is the environment variable with the kernel's folder. The kernel's programs read it.
const HomeVariable = "IGBOLAB_KERNEL"

// Environment returns the user's environment with everything that is needed to build cells. In the PATH, the kernel's programs come first,
// then the Go that they were built with. Settings of Go that would break or slow down the kernel's workspace are replaced. With xla, cells
// link XLA; without it, they build in half the time.
func (k *Kernel) Environment(user []string, xla bool) []string {
	s, _ := k.settings() // empty during the set-up
	set := map[string]string{
		HomeVariable: k.Home, "GOFLAGS": goFlags(valueOf(user, "GOFLAGS"), xla),
		"GOWORK": "auto", "GO111MODULE": "on", "GOTOOLCHAIN": "local",
	}
	if s.ModCache != "" && valueOf(user, "GOMODCACHE") == "" && readable(s.ModCache) {
		set["GOMODCACHE"] = s.ModCache
	}
	if s.BuildCache != "" && valueOf(user, "GOCACHE") == "" && writable(s.BuildCache) {
		set["GOCACHE"] = s.BuildCache // otherwise each user would have another cache
	}
	path := []string{k.bin()}
	if s.Go != "" {
		path = append(path, filepath.Dir(s.Go))
	}
	if p := valueOf(user, "PATH"); p != "" {
		path = append(path, p)
	}
	set["PATH"] = strings.Join(path, string(os.PathListSeparator))
	var env []string
	for _, pair := range withoutRoot(user) {
		if name, _, _ := strings.Cut(pair, "="); set[name] == "" {
			env = append(env, pair)
		}
	}
	for name, value := range set {
		env = append(env, name+"="+value)
	}
	return env
}

// withoutRoot returns an environment without GOROOT, so a go command uses its own GOROOT. A go command that has switched to another release
// sets GOROOT for the programs that it starts.
func withoutRoot(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(pair string) bool { return strings.HasPrefix(pair, "GOROOT=") })
}

// valueOf returns the last value of a variable.
func valueOf(env []string, name string) (value string) {
	for _, pair := range env {
		if v, is := strings.CutPrefix(pair, name+"="); is {
			value = v
		}
	}
	return value
}

// dropped lists the user's flags that are removed: they would break the kernel's workspace, link unnecessary parts, hide the line of a
// failure, or are set here.
var dropped = []string{"mod", "modfile", "tags", "trimpath", "ldflags", "buildvcs", "o", "C", "n", "x", "v", "json"}

// goFlags returns the user's Go flags without the dropped ones, plus the kernel's: no debug information, which shortens linking, no version
// control information, and XLA only if it is needed.
func goFlags(user string, xla bool) string {
	var kept []string
	for _, f := range strings.Fields(user) {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		if !slices.Contains(dropped, name) {
			kept = append(kept, f)
		}
	}
	kept = append(kept, "-ldflags=-s", "-buildvcs=false")
	if !xla {
		kept = append(kept, "-tags=noxla")
	}
	return strings.Join(kept, " ")
}
