package doctest

import (
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// inner lists folders whose packages are not for users; gen writes sources.
var inner = []string{"internal", "browsertest", "gen"}

// subpackage is a line of the list in igbo/README.md: a package, and its parent folder, or itself if it has none.
type subpackage struct{ name, parent string }

var listed = regexp.MustCompile(`(?m)^(  )?([a-z/]+)  `)

// packageList reads the list from the text of igbo/README.md, in its order.
func packageList(doc string) (subpackages []subpackage) {
	_, list, _ := strings.Cut(doc, "## Packages\n")
	parent := ""
	for _, m := range listed.FindAllStringSubmatch(list, -1) {
		name := m[2]
		if m[1] != "" {
			name = parent + "/" + name
		} else {
			parent = name
		}
		subpackages = append(subpackages, subpackage{name, parent})
	}
	return subpackages
}

// sources returns the Go files of the module by folder, except testdata.
func sources(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	for _, top := range []string{"datasets", "igbo", "plots"} {
		must.Do(t, filepath.WalkDir(filepath.Join(root, top), func(path string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() && e.Name() == "testdata" {
				return filepath.SkipDir
			}
			if err == nil && !e.IsDir() && strings.HasSuffix(path, ".go") {
				dir, _ := filepath.Rel(root, filepath.Dir(path))
				dir = filepath.ToSlash(dir)
				files[dir] = append(files[dir], path)
			}
			return err
		}))
	}
	return files
}

// forUsers reports whether users can import the packages of a folder.
func forUsers(dir string) bool {
	return !slices.ContainsFunc(strings.Split(dir, "/"), func(part string) bool { return slices.Contains(inner, part) })
}

// TestPackageList checks that the list in igbo/README.md has every package exactly once.
func TestPackageList(t *testing.T) {
	var got, want []string
	for _, r := range packageList(read(t, "igbo/README.md")) {
		got = append(got, r.name)
	}
	for dir := range maps.Keys(sources(t)) {
		if forUsers(dir) {
			want = append(want, dir)
		}
	}
	for _, name := range got {
		if !slices.Contains(want, name) {
			t.Errorf("igbo/README.md lists %s, which is not there", name)
		}
	}
	for _, name := range want {
		if !slices.Contains(got, name) {
			t.Errorf("igbo/README.md does not list %s", name)
		}
	}
	if slices.Sort(got); len(slices.Compact(got)) < len(want) {
		t.Errorf("igbo/README.md lists a package twice")
	}
}
