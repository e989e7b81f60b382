package linker

import (
	"fmt"
	"go/version"
	"strconv"
	"strings"
)

// Default is the release that the kernel downloads if the local Go is not proven.
const Default = "go1.26.9"

// proven lists the releases on which the patches, the layout of the runtime and the self-test were checked: each series with its first and
// its last patch release.
var proven = []struct {
	series      string
	first, last int
}{{"go1.26", 5, 9}, {"go1.27", 0, 4}}

// Series returns the series of a release, such as go1.26 for go1.26.8. It returns "" if the text is not a Go release.
func Series(release string) string { return version.Lang(release) }

// Proven reports whether stateful cells were tested on a release. A modified release, or one that was built with experiments, is not
// proven.
func Proven(release string) bool {
	for _, p := range proven {
		if patchFolder, is := strings.CutPrefix(release, p.series+"."); is {
			n, err := strconv.Atoi(patchFolder)
			return err == nil && n >= p.first && n <= p.last && strconv.Itoa(n) == patchFolder
		}
	}
	return false
}

// Supported returns an error if stateful cells do not run on a release and a platform.
func Supported(release, system, arch string) error {
	if system != "linux" || arch != "amd64" {
		return fmt.Errorf("linker: stateful cells require linux/amd64 (this is %s/%s)", system, arch)
	}
	if Proven(release) {
		return nil
	}
	var all []string
	for _, p := range proven {
		all = append(all, fmt.Sprintf("%s.%d to %s.%d", p.series, p.first, p.series, p.last))
	}
	return fmt.Errorf("linker: stateful cells require %s (this is %s)", strings.Join(all, " or "), release)
}
