package doctest

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// inner are folders whose packages are not for users.
var inner = []string{"internal", "testdata", "browsertest"}

// TestPackageList: the list in igbo/doc.go has every package and no other.
func TestPackageList(t *testing.T) {
	there := map[string]bool{}
	for _, top := range []string{"datasets", "igbo", "plots"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() && slices.Contains(inner, e.Name()) {
				return filepath.SkipDir
			}
			if err == nil && !e.IsDir() && strings.HasSuffix(path, ".go") {
				dir, _ := filepath.Rel(root, filepath.Dir(path))
				there[filepath.ToSlash(dir)] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	_, list, _ := strings.Cut(read(t, "igbo/doc.go"), "// # Packages\n")
	parent, listed := "", map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^//\t(  )?([a-z/]+)  `).FindAllStringSubmatch(list, -1) {
		name := m[2]
		if m[1] != "" {
			name = parent + "/" + name
		} else {
			parent = name
		}
		if listed[name] = true; !there[name] {
			t.Errorf("igbo/doc.go lists %s, which is not there", name)
		}
	}
	for name := range there {
		if !listed[name] {
			t.Errorf("igbo/doc.go does not list %s", name)
		}
	}
}
