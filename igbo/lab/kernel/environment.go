package kernel

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// HomeVariable names the kernel's folder to its programs.
const HomeVariable = "IGBOLAB_KERNEL"

// Environment is a user's with all that cells need to be built: the kernel's
// programs come first on the PATH, then the Go that they were built with, and
// the user's own settings of Go neither break the kernel's workspace nor slow it.
// With xla cells link XLA; without it they are built in half the time.
func (k *Kernel) Environment(user []string, xla bool) []string {
	s, _ := k.settings() // none yet while it is set up
	set := map[string]string{
		HomeVariable: k.Home, "GOFLAGS": goFlags(valueOf(user, "GOFLAGS"), xla),
		"GOWORK": "auto", "GO111MODULE": "on", "GOTOOLCHAIN": "local",
	}
	for name, value := range map[string]string{"GOMODCACHE": s.ModCache, "GOCACHE": s.BuildCache} {
		if value != "" && valueOf(user, name) == "" {
			set[name] = value
		}
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
	for _, pair := range user {
		if name, _, _ := strings.Cut(pair, "="); set[name] == "" {
			env = append(env, pair)
		}
	}
	for name, value := range set {
		env = append(env, name+"="+value)
	}
	return env
}

// valueOf is the last value of a variable.
func valueOf(env []string, name string) (value string) {
	for _, pair := range env {
		if v, is := strings.CutPrefix(pair, name+"="); is {
			value = v
		}
	}
	return value
}

// dropped are the flags of a user that would break the kernel's workspace, link
// what is not needed, hide where in a cell it failed, or are set here.
var dropped = []string{"mod", "modfile", "tags", "trimpath", "ldflags", "buildvcs", "o", "C", "n", "x", "v", "json"}

// goFlags are the user's flags of Go less those dropped, and the kernel's: no debug
// information, which shortens linking, no look at a version control system, and
// XLA where it is wanted alone.
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
