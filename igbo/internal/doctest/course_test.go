package doctest

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/course"
)

// Limits for code of the course. A tab is as wide as in JupyterLab.
const (
	cellLines, scratchLines = 12, 20
	cellColumns, tabColumns = 100, 4
)

// fromScratch is the tag of cells that show how something is implemented.
const fromScratch = "from-scratch"

// ceremony maps code that a notebook does not need to its replacement.
var ceremony = map[string]string{
	`(?m)^\s*%noautoget`:                 "the kernel, which fetches nothing",
	`(?m)^func check\(`:                  "notebook.Check",
	`\bpanic\(err\)`:                     "notebook.Check",
	`\bbackend\.Select\(`:                "notebook.Engine",
	`\bstudy\.(Run|Once)\(`:              "notebook.Run or notebook.Keep",
	`\bplots\.Show(All)?\(`:              "notebook.Show",
	`(?m)^import\b`:                      "nothing: the kernel declares the imports",
	`(?m)^\s*%(goworkfix|goflags|env)\b`: "the kernel, which is set up",
}

// TestCellsAreShort checks that ordinary cells have at most 12 lines of 100 columns, that cells which show an implementation have at most
// 20 lines, and that no cell contains code that the kernel or package notebook replaces.
func TestCellsAreShort(t *testing.T) {
	scratch := 0
	for path, b := range books(t) {
		for _, c := range b.Cells {
			if c.Type != "code" {
				continue
			}
			lines, most := strings.Split(strings.TrimRight(c.text(), "\n"), "\n"), cellLines
			if slices.Contains(c.Metadata.Tags, fromScratch) {
				most = scratchLines
				scratch++
			}
			if len(lines) > most {
				t.Errorf("%s, cell %q has %d lines, expected at most %d", path, c.ID, len(lines), most)
			}
			for _, line := range lines {
				if n := len([]rune(strings.ReplaceAll(line, "\t", strings.Repeat(" ", tabColumns)))); n > cellColumns {
					t.Errorf("%s, cell %q has a line of %d columns, expected at most %d:\n%s", path, c.ID, n, cellColumns, line)
				}
			}
			for found, instead := range ceremony {
				if m := regexp.MustCompile(found).FindString(c.text()); m != "" {
					t.Errorf("%s, cell %q has %q, expected %s", path, c.ID, strings.TrimSpace(m), instead)
				}
			}
		}
	}
	if scratch < 5 {
		t.Errorf("%d cells from scratch found, so the test looks past them", scratch)
	}
}

// TestNotebooksAreExecuted checks that every notebook names this project's kernel, and that its code cells have run in order without
// errors.
func TestNotebooksAreExecuted(t *testing.T) {
	for file, book := range books(t) {
		if k := book.Metadata.Kernelspec; k.Name != "igbolab" || k.Language != "go" {
			t.Errorf("%s asks for the kernel %q of the language %q, expected igbolab of go", file, k.Name, k.Language)
		}
		ids := map[string]bool{}
		last := 0
		for _, c := range book.Cells {
			if c.ID == "" || ids[c.ID] {
				t.Errorf("%s has no cell, or two, with the id %q", file, c.ID)
			}
			ids[c.ID] = true
			if c.Type != "code" {
				continue
			}
			if c.Count <= last {
				t.Errorf("%s, cell %q has run as number %d after %d", file, c.ID, c.Count, last)
			}
			last = c.Count
			for _, o := range c.Outputs {
				if o.Type == "error" || o.Name == "stderr" {
					t.Errorf("%s, cell %q has failed: %s%s", file, c.ID, o.Error, strings.Join(o.Text, ""))
				}
			}
		}
	}
}

var (
	exercise = regexp.MustCompile(`(?m)^(\d+)\. \*(By hand|Code|Open)\.\* (.*)$`)
	solved   = regexp.MustCompile(`(?m)^## Exercise (\d+) \((by hand|code|open)\)$`)
	hint     = regexp.MustCompile(`(?s)<details><summary>Hint</summary>\n\n.+?\n\n</details>`)
)

// TestExercisesHaveSolutions checks that a notebook of the course has three to eight exercises, at least one by hand, one in code and one
// open. The notebook with its name in solutions must have, for each exercise and in order, a folded hint and a solution, with executed
// cells for exercises in code. Exercises and solutions must link to each other.
func TestExercisesHaveSolutions(t *testing.T) {
	all, found := books(t), 0
	for file, book := range all {
		if path.Dir(file) != "notebooks" {
			continue
		}
		found++
		there := "notebooks/solutions/" + path.Base(file)
		solutions, ok := all[there]
		if !ok {
			t.Errorf("%s has no solutions, expected %s", file, there)
			continue
		}
		if !strings.Contains(book.prose(), "](solutions/"+path.Base(file)+")") || !strings.Contains(solutions.prose(), "](../"+path.Base(file)+")") {
			t.Errorf("%s and %s do not link to each other", file, there)
		}
		_, text, _ := strings.Cut(book.prose(), "\n## Exercises\n")
		var asked []string
		kinds := map[string]bool{}
		for i, m := range exercise.FindAllStringSubmatch(text, -1) {
			if m[1] != fmt.Sprint(i+1) {
				t.Errorf("%s: exercise %s where %d was expected", file, m[1], i+1)
			}
			kinds[m[2]] = true
			asked = append(asked, m[1]+" "+strings.ToLower(m[2]))
		}
		if n := len(asked); n < 3 || n > 8 || len(kinds) != 3 {
			t.Errorf("%s has the exercises %v, expected three to eight, of each kind one", file, asked)
		}
		if answered := solutions.answered(t, there); !slices.Equal(asked, answered) {
			t.Errorf("%s asks %v, %s answers %v", file, asked, there, answered)
		}
	}
	if found < 5 {
		t.Errorf("%d notebooks with exercises found, so the test looks past them", found)
	}
}

// answered returns the exercises of a notebook of solutions with their kinds, and checks that each has a hint and a solution.
func (b book) answered(t *testing.T, file string) (list []string) {
	t.Helper()
	var text strings.Builder
	ends := func(kind string, ran int) {
		if kind == "" {
			return
		}
		_, after, found := strings.Cut(hint.ReplaceAllString(text.String(), "\x00"), "\x00")
		if !found {
			t.Errorf("%s, exercise %s has no hint in a <details> block", file, kind)
		}
		if len(strings.TrimSpace(after)) < 200 || strings.HasSuffix(kind, "code") && ran == 0 {
			t.Errorf("%s, exercise %s has no solution: %d executed cells and\n%s", file, kind, ran, after)
		}
	}
	kind, ran := "", 0
	for _, c := range b.Cells {
		if m := solved.FindStringSubmatch(c.text()); m != nil && c.Type == "markdown" {
			ends(kind, ran)
			text.Reset()
			kind, ran = m[1]+" "+m[2], 0
			list = append(list, kind)
		}
		if c.Type == "markdown" {
			text.WriteString(c.text() + "\n\n")
		} else if len(c.Outputs) > 0 {
			ran++
		}
	}
	ends(kind, ran)
	return list
}

var (
	atTheTop = regexp.MustCompile(`(?m)^\*\*You need\*\* .+\. \*\*You will be able to\*\* .+\. \*\*It runs in\*\* (.+)\.$`)
	inReadme = regexp.MustCompile(`(?m)^\| \[\d\d[a-z]? [^]]+\]\((notebooks/\w+\.ipynb)\) \| .+ \| (.+) \|$`)
)

// TestTops checks that each notebook states at its top what it requires, what it teaches, and its duration, and that README's table has
// every notebook with the same duration.
func TestTops(t *testing.T) {
	all, times := books(t), map[string]string{}
	for _, m := range inReadme.FindAllStringSubmatch(read(t, "README.md"), -1) {
		times[m[1]] = m[2]
	}
	for file, book := range all {
		if path.Dir(file) != "notebooks" {
			continue
		}
		m := atTheTop.FindStringSubmatch(book.Cells[0].text())
		if m == nil {
			t.Errorf("%s does not say at its top what one needs, what one will be able to do, and its time", file)
		} else if times[file] != m[1] {
			t.Errorf("%s runs in %q, README's table says %q", file, m[1], times[file])
		}
	}
	if len(times) < 12 {
		t.Errorf("%d notebooks found in README's table, so the test looks past them", len(times))
	}
}

var checks = regexp.MustCompile(`(?m)^(?:%%\n)?\s*course\.Check\("([a-z-]+ \d)", `)

// TestAnswersAreChecked checks that each answer that a notebook checks belongs to an exercise of package course, is empty in the notebook,
// and was judged right in the executed solution.
func TestAnswersAreChecked(t *testing.T) {
	right, asked := map[string]bool{}, 0
	for file, book := range books(t) {
		for _, c := range book.Cells {
			for _, m := range checks.FindAllStringSubmatch(c.text(), -1) {
				printed := ""
				for _, o := range c.Outputs {
					printed += strings.Join(o.Text, "")
				}
				if path.Dir(file) != "notebooks" {
					right[m[1]] = strings.Contains(printed, m[1]+": right.\n")
				} else if asked++; !strings.Contains(printed, m[1]+": no answer yet.\n") {
					t.Errorf("%s asks for %s, and printed %q", file, m[1], printed)
				}
			}
		}
	}
	for _, name := range course.Names() {
		if !right[name] {
			t.Errorf("no solution of %s was judged right", name)
		}
	}
	if asked != len(course.Names()) || len(right) != asked {
		t.Errorf("%d exercises are asked and %d solved, package course has %d", asked, len(right), len(course.Names()))
	}
}

var within = regexp.MustCompile(`Right within ([\d.]+) %`)

// TestExercisesStateTolerance checks that the text of an exercise with a numerical answer states its tolerance, and links the section that
// it needs.
func TestExercisesStateTolerance(t *testing.T) {
	for file, book := range books(t) {
		text := ""
		for _, c := range book.Cells {
			if c.Type == "markdown" {
				text = c.text()
			}
			m := checks.FindStringSubmatch(c.text())
			if m == nil || path.Dir(file) != "notebooks" {
				continue
			}
			if !strings.Contains(text, "(You need [") {
				t.Errorf("%s: %s links no section that it needs", file, m[1])
			}
			tolerance, err := course.Tolerance(m[1])
			stated := within.FindStringSubmatch(text)
			if err != nil || tolerance > 0 && (stated == nil || stated[1] != fmt.Sprintf("%g", 100*tolerance)) || tolerance == 0 && stated != nil {
				t.Errorf("%s: %s states %q, package course %g (%v)", file, m[1], stated, tolerance, err)
			}
		}
	}
}

// book is a notebook.
type book struct {
	Cells    []cell `json:"cells"`
	Metadata struct {
		Kernelspec struct{ Name, Language string } `json:"kernelspec"`
	} `json:"metadata"`
}

// prose returns the text of a notebook's Markdown cells.
func (b book) prose() string {
	var prose []string
	for _, c := range b.Cells {
		if c.Type == "markdown" {
			prose = append(prose, c.text())
		}
	}
	return strings.Join(prose, "\n\n")
}

// books returns the notebooks of the course and of its solutions by path.
func books(t *testing.T) map[string]book {
	t.Helper()
	all := map[string]book{}
	for _, pattern := range []string{"notebooks/*.ipynb", "notebooks/solutions/*.ipynb"} {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		for _, p := range paths {
			name := path.Dir(pattern) + "/" + filepath.Base(p)
			var b book
			if err := json.Unmarshal([]byte(read(t, name)), &b); err != nil {
				t.Fatal(name, err)
			}
			all[name] = b
		}
	}
	return all
}
