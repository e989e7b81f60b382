package doctest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// contributing is the page whose commands TestContributing checks.
const contributing = ".github/CONTRIBUTING.md"

var (
	allParts  = regexp.MustCompile(`(?m)^all=\((.*)\)$`)
	runsParts = regexp.MustCompile(`\.ci/run((?: [a-z]+)+)`)
	goTest    = regexp.MustCompile(`go test[^#\n` + "`" + `]*`)
	ciFile    = regexp.MustCompile(`\.ci/[\w.-]+`)
)

// parts lists the parts of .ci/run.
func parts(t *testing.T) []string {
	t.Helper()
	m := allParts.FindStringSubmatch(read(t, ".ci/run"))
	if m == nil {
		t.Fatal(".ci/run has no list of its parts")
	}
	return strings.Fields(m[1])
}

// TestContributing checks the commands of the page for contributors: files and parts exist, packages exist, and -run matches a test.
func TestContributing(t *testing.T) {
	text, known := read(t, contributing)+read(t, ".github/PULL_REQUEST_TEMPLATE.md"), parts(t)
	for _, file := range ciFile.FindAllString(text, -1) {
		if _, err := os.Stat(filepath.Join(root, file)); err != nil {
			t.Error(err)
		}
	}
	found := 0
	for _, m := range runsParts.FindAllStringSubmatch(text, -1) {
		for _, name := range strings.Fields(m[1]) {
			if slices.Contains([]string{"without", "passes"}, name) { // prose
				continue
			}
			if found++; !slices.Contains(known, name) {
				t.Errorf("%s: .ci/run has no part %s", contributing, name)
			}
		}
	}
	for _, command := range goTest.FindAllString(text, -1) {
		words := strings.Fields(command)
		for _, word := range words {
			if !strings.HasPrefix(word, "./") || word == "./..." {
				continue
			}
			found++
			tests := must.Of(filepath.Glob(filepath.Join(root, word, "*_test.go"))).In(t)
			if len(tests) == 0 {
				t.Errorf("%s: %s: no tests in %s", contributing, command, word)
			}
			at := slices.Index(words, "-run")
			if at < 0 {
				continue
			}
			if !slices.ContainsFunc(tests, func(file string) bool {
				text := string(must.Of(os.ReadFile(file)).In(t))
				return strings.Contains(text, "func "+words[at+1]) || strings.Contains(text, "func Test"+words[at+1])
			}) {
				t.Errorf("%s: %s: no such test", contributing, command)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d parts and packages found, want more", found)
	}
}

// TestWorkflow checks that the jobs of the workflow run every part of .ci/run, each once.
func TestWorkflow(t *testing.T) {
	var workflow struct {
		Jobs map[string]struct {
			Strategy struct{ Matrix struct{ Parts []string } }
		}
	}
	must.Do(t, yaml.Unmarshal([]byte(read(t, ".github/workflows/checks.yml")), &workflow))
	var run []string
	for _, line := range workflow.Jobs["run"].Strategy.Matrix.Parts {
		run = append(run, strings.Fields(line)...)
	}
	want := slices.Sorted(slices.Values(parts(t)))
	if slices.Sort(run); !slices.Equal(run, want) {
		t.Errorf("the workflow runs %v, want %v", run, want)
	}
	for _, name := range want {
		if n := strings.Count(read(t, ".ci/run"), "if part "+name+" "); n != 1 {
			t.Errorf(".ci/run has the part %s %d times", name, n)
		}
	}
}

// TestCitation checks the version and the licence of CITATION.cff.
func TestCitation(t *testing.T) {
	var citation struct {
		Version, License, Title string
		Authors                 []map[string]string
	}
	must.Do(t, yaml.Unmarshal([]byte(read(t, "CITATION.cff")), &citation))
	if want := igbo.Version; citation.Version != want || citation.License != "Apache-2.0" || len(citation.Authors) == 0 {
		t.Errorf("%+v, want version %s", citation, want)
	}
}
