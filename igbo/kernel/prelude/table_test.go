package prelude

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
)

// notForCells lists packages, with their subpackages, that are programs, for tests, or run the notebooks themselves.
var notForCells = []string{"igbo/kernel", "igbo/lab", "igbo/backend/backendtest", "igbo/cmd/igbo", "igbo/research/bench", "igbo/trained/modeltest", "igbo/durable/ledger", "igbo/notebook/value", "igbo/research/study/limits", "igbo/research/study/studytest"}

var listed = regexp.MustCompile(`(?m)^(  )?([a-z/]+)  `)

// isStudy reports whether a package defines a study. Studies run by their names, but cells that call one can import it.
func isStudy(t *testing.T, name string) bool {
	t.Helper()
	files, err := filepath.Glob("../../../" + name + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of %s, %v", name, err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), "\nfunc Definition() study.Definition {")
	})
}

// TestEveryPackageHasAName checks that the table has every package of the project that a cell may need, except studies, and that its name
// refers to that package.
func TestEveryPackageHasAName(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "## Packages\n")
	parent, n := "", 0
	for _, m := range listed.FindAllStringSubmatch(list, -1) {
		name := m[2]
		if m[1] != "" {
			name = parent + "/" + name
		} else {
			parent = name
		}
		if slices.ContainsFunc(notForCells, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") }) {
			continue
		}
		n++
		if table[nameOf(name)] == "" && isStudy(t, name) {
			continue
		}
		if got := table[nameOf(name)]; got != "github.com/igbolab/igbolab/"+name {
			t.Errorf("%s stands for %q, expected the project's package %s: list it in the table", nameOf(name), got, name)
		}
	}
	if n < 30 {
		t.Errorf("%d packages found in igbo/README.md, so the test looks past them", n)
	}
}

// packages returns the output of go list about the packages of the table and their namesakes.
func packages(t *testing.T) map[string]struct{ name, dir string } {
	t.Helper()
	paths := Paths()
	for _, namesakes := range Namesakes {
		for _, r := range namesakes {
			paths = append(paths, r.Path)
		}
	}
	inputs.Module(t)
	cmd := exec.Command("go", append([]string{"list", "-f", "{{.ImportPath}} {{.Name}} {{.Dir}}"}, paths...)...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, err.(*exec.ExitError).Stderr)
	}
	all := map[string]struct{ name, dir string }{}
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		all[f[0]] = struct{ name, dir string }{f[1], f[2]}
	}
	return all
}

// TestNamesAreThePackages' checks that each path exists, and that its package has the name in the table.
func TestNamesAreThePackages(t *testing.T) {
	found := packages(t)
	for name, path := range table {
		if found[path].name != name {
			t.Errorf("%s stands for %s, whose package is %q", name, path, found[path].name)
		}
	}
}

// TestNamesakesAreTold checks that each symbol belongs to the namesake, and to no other package of that name.
func TestNamesakesAreTold(t *testing.T) {
	found := packages(t)
	for name, namesakes := range Namesakes {
		winner := exported(found[table[name]].dir)
		if len(winner) == 0 {
			t.Errorf("%s has rivals and stands for nothing", name)
		}
		for i, r := range namesakes {
			own := exported(found[r.Path].dir)
			for _, s := range strings.Fields(r.Symbols) {
				if !own[s] || winner[s] {
					t.Errorf("%s.%s: in %s %v, in %s %v", name, s, r.Path, own[s], table[name], winner[s])
				}
				for _, other := range namesakes[i+1:] {
					if slices.Contains(strings.Fields(other.Symbols), s) {
						t.Errorf("%s.%s tells of %s and of %s", name, s, r.Path, other.Path)
					}
				}
			}
		}
	}
}
