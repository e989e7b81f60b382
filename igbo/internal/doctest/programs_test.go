package doctest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestPrograms checks that every Go block of a document is a program that compiles as a part of this module.
func TestPrograms(t *testing.T) {
	programs := map[string]string{}
	for path, text := range documents(t) {
		for i, program := range blocks(text, "go") {
			programs[fmt.Sprintf("%s%d", strings.NewReplacer("/", "_", ".", "_").Replace(path), i+1)] = program
		}
	}
	if len(programs) < 2 {
		t.Fatalf("%d programs found, so the test looks past them", len(programs))
	}
	compile(t, programs)
}

// compile checks that programs compile, each under its name as a part of this module.
func compile(t *testing.T, programs map[string]string) {
	t.Helper()
	inputs.Module(t)
	dir, overlay, packages := t.TempDir(), map[string]string{}, []string{}
	where := must.Of(filepath.Abs(".")).In(t)
	for name, program := range programs {
		file := filepath.Join(dir, name+".go")
		must.Do(t, os.WriteFile(file, []byte(program), 0o644))
		overlay[filepath.Join(where, "testdata", name, "main.go")] = file
		packages = append(packages, "./testdata/"+name)
	}
	replace := must.Of(json.Marshal(map[string]any{"Replace": overlay})).In(t)
	list := filepath.Join(dir, "overlay.json")
	must.Do(t, os.WriteFile(list, replace, 0o644))
	// list -export compiles and, unlike build, does not link.
	compile := append([]string{"list", "-export", "-overlay", list}, packages...)
	if out, err := exec.Command("go", compile...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

var output = regexp.MustCompile(`(?m)^\t// Output: .*\n`)

// libraryPage contains the programs that show the library.
const libraryPage = "notebooks/pages/library.md"

// TestProgramsAreTheExamples checks that the programs of the page about the library equal the packages' tested examples, except for what go
// test needs.
func TestProgramsAreTheExamples(t *testing.T) {
	programs := blocks(read(t, libraryPage), "go")
	for i, example := range []struct{ file, function string }{
		{"igbo/example_test.go", "ExampleTrain"}, {"igbo/train/example_test.go", "ExampleWrap"},
	} {
		text := read(t, example.file)
		_, text, _ = strings.Cut(text, "\n")
		text = strings.Replace(text, "func "+example.function+"() {", "func main() {", 1)
		text = "package main\n" + output.ReplaceAllString(text, "")
		if i >= len(programs) || programs[i] != text {
			t.Errorf("program %d of the page on the library is not %s; expected there:\n%s", i+1, example.file, text)
		}
	}
}

// TestReadmeIsShort checks that README has at most 1 000 words, and that each line of Go in it is in the tested example.
func TestReadmeIsShort(t *testing.T) {
	text := read(t, "README.md")
	if n := len(strings.Fields(text)); n > 1000 {
		t.Errorf("README has %d words, expected at most 1000", n)
	}
	example, lines := read(t, "igbo/example_test.go"), 0
	for _, block := range blocks(text, "golang") {
		for line := range strings.Lines(block) {
			if lines++; !strings.Contains(example, strings.TrimSpace(line)) {
				t.Errorf("README has the line %q, which igbo/example_test.go has not", strings.TrimSpace(line))
			}
		}
	}
	if lines < 5 {
		t.Errorf("%d lines of Go found in README, so the test looks past them", lines)
	}
}

// TestVersions checks that the pinned versions in README are those of go.mod.
func TestVersions(t *testing.T) {
	text, mod := read(t, "README.md")+read(t, "notebooks/pages/platforms.md"), read(t, "go.mod")
	modules := map[string]string{
		"GoMLX": "github.com/gomlx/gomlx", "compute": "github.com/gomlx/compute", "go-xla": "github.com/gomlx/go-xla", "GoNB": "github.com/janpfeifer/gonb",
	}
	for name, path := range modules {
		m := regexp.MustCompile(`\b` + name + ` (v\d+\.\d+\.\d+)`).FindStringSubmatch(text)
		if m == nil || !strings.Contains(mod, "\t"+path+" "+m[1]) {
			t.Errorf("README names %s %v, which go.mod does not", name, m)
		}
	}
	release := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(mod)
	if !strings.Contains(text, "With Go "+release[1]+" or newer") {
		t.Errorf("README does not ask for Go %s, which go.mod does", release[1])
	}
}

var cachingCall = regexp.MustCompile(`notebook\.(Run|Keep)\(`)

// TestNotebooksKeepNothingThemselves checks that cells cache values only with package notebook, by settings and code, so that no changed
// value comes from a file.
func TestNotebooksKeepNothingThemselves(t *testing.T) {
	found := 0
	for path, b := range books(t) {
		for _, c := range b.Cells {
			if c.Type != "code" {
				continue
			}
			text := c.text()
			for _, own := range []string{"cache.", "func once", "gob.", "json.Unmarshal", "os.WriteFile", ".Save(", "igbo.Load("} {
				if strings.Contains(text, own) {
					t.Errorf("%s, cell %q has %q, expected notebook.Run or notebook.Keep", path, c.ID, own)
				}
			}
			found += len(cachingCall.FindAllString(text, -1))
		}
	}
	if found < 8 {
		t.Errorf("%d kept results found, so the test looks past them", found)
	}
}
