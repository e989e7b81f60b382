package provenance

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// sourceTree writes a module of a few files that are an hour old.
func sourceTree(t testing.TB) string {
	root := t.TempDir()
	for path, text := range map[string]string{
		"go.mod": "module m\n", "go.sum": "", "igbo/a.go": "package igbo\n", "igbo/a_test.go": "package igbo\n",
		"datasets/data.csv": "1,2\n", "datasets/d.go": "package datasets\n\nimport _ \"embed\"\n\n//go:embed data.csv\nvar data string\n", "plots/p.go": "package plots\n", "igbo/testdata/golden": "1", "README.md": "words\n",
	} {
		path = filepath.Join(root, filepath.FromSlash(path))
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	age(t, root)
	return root
}

// age makes files and folders an hour old.
func age(t testing.TB, root string) {
	then := time.Now().Add(-time.Hour)
	err := filepath.Walk(root, func(path string, _ os.FileInfo, err error) error {
		return os.Chtimes(path, then, then)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSourceDigest checks that the digest covers sources and embedded data, but not tests and prose, and that
// files newer than the program are an error.
func TestSourceDigest(t *testing.T) {
	root := sourceTree(t)
	before := must.Of(sourceDigest(root, nil, time.Now())).In(t)
	for path, counts := range map[string]bool{
		"igbo/a.go": true, "datasets/data.csv": true, "go.sum": true, "plots/new.go": true,
		"igbo/a_test.go": false, "igbo/testdata/golden": false, "README.md": false, "igbo/notes.md": false, "datasets/other.csv": false,
		"igbo/.venv/lib/a.go": false, "igbo/_old/a.go": false, "igbo/a_plan9.go": false, "igbo/research/bench/requirements.txt": false,
	} {
		full := filepath.Join(root, filepath.FromSlash(path))
		old, readErr := os.ReadFile(full)
		must.Do(t, os.MkdirAll(filepath.Dir(full), 0o755))
		must.Do(t, os.WriteFile(full, append(old, '/'), 0o644))
		if _, err := sourceDigest(root, nil, time.Now().Add(-time.Minute)); counts && err == nil {
			t.Errorf("%s changed after the program was built, and nothing is said", path)
		}
		age(t, root)
		after, err := sourceDigest(root, nil, time.Now())
		if err != nil || (after != before) != counts {
			t.Errorf("%s: digest changed %v, want %v (%v)", path, after != before, counts, err)
		}
		if readErr != nil {
			err = os.Remove(full)
		} else {
			err = os.WriteFile(full, old, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		age(t, root)
	}
	if _, err := sourceDigest(t.TempDir(), nil, time.Now()); err == nil {
		t.Error("a folder without the module has a digest")
	}
}

// TestCellCode checks that a cell is identified by the checksums of its modules and, if this module is a
// folder, by its sources. Other modules from folders must be rejected.
func TestCellCode(t *testing.T) {
	root := sourceTree(t)
	info := func(edit func(*debug.BuildInfo)) *debug.BuildInfo {
		b := &debug.BuildInfo{GoVersion: "go1.26", Settings: []debug.BuildSetting{{Key: "GOARCH", Value: "amd64"}}, Deps: []*debug.Module{
			{Path: module, Version: "(devel)"}, {Path: "example.org/x", Version: "v1.0.0", Sum: "h1:x"},
		}}
		edit(b)
		return b
	}
	same, err := cellCode(info(func(*debug.BuildInfo) {}), root, time.Now())
	if err != nil || !strings.Contains(same, "h1:x") {
		t.Fatalf("%q, %v", same, err)
	}
	for name, edit := range map[string]func(*debug.BuildInfo){
		"Go release":       func(b *debug.BuildInfo) { b.GoVersion = "go1.26-X:simd" },
		"a setting":        func(b *debug.BuildInfo) { b.Settings[0].Value = "arm64" },
		"a module":         func(b *debug.BuildInfo) { b.Deps[1].Sum = "h1:y" },
		"a replacement":    func(b *debug.BuildInfo) { b.Deps[1].Replace = &debug.Module{Path: "example.org/y", Sum: "h1:x"} },
		"released, no dir": func(b *debug.BuildInfo) { b.Deps[0].Version, b.Deps[0].Sum = "v1.0.0", "h1:z" },
	} {
		if other, err := cellCode(info(edit), root, time.Now()); err != nil || other == same {
			t.Errorf("%s: the same %v (%v)", name, other == same, err)
		}
	}
	if _, err := cellCode(info(func(b *debug.BuildInfo) { b.Deps[1].Sum = "" }), root, time.Now()); err == nil {
		t.Error("a module from a folder is known")
	}
	if _, err := cellCode(info(func(*debug.BuildInfo) {}), root, time.Now().Add(-2*time.Hour)); err == nil {
		t.Error("sources newer than the cell are known")
	}
}

// TestCode checks that this program is identified, by its build ID or by a digest.
func TestCode(t *testing.T) {
	code, err := Code()
	if err != nil || !complete.MatchString(code) && (len(code) != 64 || runtime.GOOS == "linux") {
		t.Errorf("%q, %v", code, err)
	}
}

// BenchmarkKey measures the time of the sources' digest for a notebook's cell.
func BenchmarkKey(b *testing.B) {
	root := must.Of(filepath.Abs("../../../../..")).In(b)
	for b.Loop() {
		must.Of(sourceDigest(root, nil, time.Now().Add(time.Hour))).In(b)
	}
}

// BenchmarkProgram measures the same for any other program.
func BenchmarkProgram(b *testing.B) {
	path := must.Of(os.Executable()).In(b)
	for b.Loop() {
		must.Of(durable.Digest(path)).In(b)
	}
}

type method struct{}

func (method) Run() {}

// TestFunction checks that closures, methods, instantiated functions and functions that package reflect makes,
// which all share a name, are not accepted as plain functions.
func TestFunction(t *testing.T) {
	if name, err := Function(Processor); err != nil || !strings.HasSuffix(name, "provenance.Processor") {
		t.Errorf("%s, %v", name, err)
	}
	made := reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { return nil })
	for name, f := range map[string]any{
		"literal": func() {}, "method value": method{}.Run, "method expression": method.Run,
		"by reflection": made.Interface(), "method by reflection": reflect.ValueOf(method{}).Method(0).Interface(), "nil": (func())(nil),
	} {
		if got, err := Function(f); err == nil {
			t.Errorf("%s: taken for the plain function %s", name, got)
		}
	}
}

// TestUnrelatedFiles checks that links to folders, other modules, sockets and unreadable files next to the sources are ignored.
func TestUnrelatedFiles(t *testing.T) {
	root := sourceTree(t)
	before := must.Of(sourceDigest(root, nil, time.Now())).In(t)
	beside := filepath.Join(root, "igbo", "tools")
	must.Do(t, os.MkdirAll(filepath.Join(beside, "lib"), 0o755))
	for name, text := range map[string]string{"go.mod": "module other\n", "lib/a.go": "no program", "lib/secret": ""} {
		must.Do(t, os.WriteFile(filepath.Join(beside, name), []byte(text), 0))
	}
	if err := os.Symlink("lib", filepath.Join(beside, "lib64")); err != nil {
		t.Log("no symbolic links here:", err)
	}
	if err := os.Symlink("tools/lib", filepath.Join(root, "igbo", "lib64")); err != nil {
		t.Log("no symbolic links here:", err)
	}
	age(t, root)
	if after, err := sourceDigest(root, nil, time.Now()); err != nil || after != before {
		t.Errorf("%v, another digest: %v", err, after != before)
	}
}

// TestSources compares the sources of this module with those that the go command lists.
func TestSources(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("asks the go command, and there are no processes")
	}
	inputs.Module(t)
	root := must.Of(filepath.Abs("../../../../..")).In(t)
	const fields = `{{range .GoFiles}}{{$.Dir}}/{{.}}
{{end}}{{range .CgoFiles}}{{$.Dir}}/{{.}}
{{end}}{{range .SFiles}}{{$.Dir}}/{{.}}
{{end}}{{range .HFiles}}{{$.Dir}}/{{.}}
{{end}}{{range .CFiles}}{{$.Dir}}/{{.}}
{{end}}{{range .EmbedFiles}}{{$.Dir}}/{{.}}
{{end}}`
	for _, tags := range []string{"", "noxla"} {
		cmd := exec.Command("go", "list", "-tags", tags, "-f", fields, "./datasets/...", "./igbo/...", "./plots/...")
		cmd.Dir = root
		cmd.Stderr = os.Stderr
		text := must.Of(cmd.Output()).In(t)
		want := []string{"go.mod", "go.sum"}
		for line := range strings.Lines(string(text)) {
			if rel, err := filepath.Rel(root, strings.TrimSpace(line)); err == nil && strings.TrimSpace(line) != "" {
				want = append(want, filepath.ToSlash(rel))
			}
		}
		got, folders, err := sources(root, []debug.BuildSetting{{Key: "-tags", Value: tags}})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(got, want) || len(folders) < 50 {
			missing := slices.DeleteFunc(slices.Clone(want), func(f string) bool { return slices.Contains(got, f) })
			more := slices.DeleteFunc(slices.Clone(got), func(f string) bool { return slices.Contains(want, f) })
			t.Errorf("tags %q: %d files, the go command lists %d; missing %q, too many %q", tags, len(got), len(want), missing, more)
		}
	}
}
