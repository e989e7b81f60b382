package prelude

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
)

// notForCells are packages, with their rooms, that are programs, for tests, or run the notebooks themselves.
var notForCells = []string{"igbo/lab", "igbo/cmd/igbo", "igbo/bench", "igbo/trained/modeltest", "igbo/durable/ledger"}

var listed = regexp.MustCompile(`(?m)^(  )?([a-z/]+)  `)

// TestEveryPackageHasAName: the table has every package of the project that a cell may want, and
// its name is that package's, whatever else has it.
func TestEveryPackageHasAName(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "## Packages\n")
	house, n := "", 0
	for _, m := range listed.FindAllStringSubmatch(list, -1) {
		name := m[2]
		if m[1] != "" {
			name = house + "/" + name
		} else {
			house = name
		}
		if slices.ContainsFunc(notForCells, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") }) {
			continue
		}
		n++
		if got := table[nameOf(name)]; got != "github.com/igbolab/igbolab/"+name {
			t.Errorf("%s stands for %q, expected the project's package %s: list it in the table", nameOf(name), got, name)
		}
	}
	if n < 30 {
		t.Errorf("%d packages found in igbo/README.md, so the test looks past them", n)
	}
}

// packages are what go list knows of the packages of the table and of the rivals.
func packages(t *testing.T) map[string]struct{ name, dir string } {
	t.Helper()
	paths := Paths()
	for _, rivals := range Rivals {
		for _, r := range rivals {
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

// TestNamesAreThePackages': each path is there, and its package has the name that the table gives it.
func TestNamesAreThePackages(t *testing.T) {
	found := packages(t)
	for name, path := range table {
		if found[path].name != name {
			t.Errorf("%s stands for %s, whose package is %q", name, path, found[path].name)
		}
	}
}

// TestRivalsAreTold: each symbol is of the rival, and of no other package of that name.
func TestRivalsAreTold(t *testing.T) {
	found := packages(t)
	for name, rivals := range Rivals {
		winner := exported(found[table[name]].dir)
		if len(winner) == 0 {
			t.Errorf("%s has rivals and stands for nothing", name)
		}
		for i, r := range rivals {
			own := exported(found[r.Path].dir)
			for _, s := range strings.Fields(r.Symbols) {
				if !own[s] || winner[s] {
					t.Errorf("%s.%s: in %s %v, in %s %v", name, s, r.Path, own[s], table[name], winner[s])
				}
				for _, other := range rivals[i+1:] {
					if slices.Contains(strings.Fields(other.Symbols), s) {
						t.Errorf("%s.%s tells of %s and of %s", name, s, r.Path, other.Path)
					}
				}
			}
		}
	}
}
