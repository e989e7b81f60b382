package plots_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSubpackages checks the import order of the subpackages. From the rest of the module, they
// import only igbo/durable: figures are drawn from slices, regardless of how the values were
// computed.
func TestSubpackages(t *testing.T) {
	t.Chdir(source)
	const module = "github.com/igbolab/igbolab/"
	subpackages := map[string][]string{
		".":       {"igbo/durable", "plots/canvas", "plots/diagram", "plots/inline"},
		"inline":  {"igbo/durable", "plots/inline/widget"},
		"diagram": {"plots/canvas", "plots/layered"},
		"canvas":  nil,
		"layered": nil,
	}
	folders, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range folders {
		if _, ok := subpackages[filepath.Dir(path)]; !ok {
			t.Errorf("%s is in a room that this test does not know", path)
		}
	}
	for space, allowed := range subpackages {
		files, err := filepath.Glob(filepath.Join(space, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", space, len(files), err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				name, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if ours, ok := strings.CutPrefix(name, module); ok && !slices.Contains(allowed, ours) {
					t.Errorf("%s imports %s: want of this module %q alone", path, ours, allowed)
				}
			}
		}
	}
}
