package claims

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
)

const root = "../../.."

// TestEvidence checks that every claim has a distinct name, a place, a text, a reason and evidence. The tests must exist, and
// the values of committed results must meet their conditions.
func TestEvidence(t *testing.T) {
	seen, tests := map[string]bool{}, map[string]map[string]bool{}
	for _, c := range All() {
		if seen[c.ID] || c.ID == "" || c.Where == "" || c.Text == "" || c.Why == "" {
			t.Errorf("%q: a name twice, or no place, text or reason", c.ID)
		}
		seen[c.ID] = true
		if err := c.Check(); err != nil {
			t.Error(err)
		}
		for _, name := range c.Tests {
			folder, test, _ := strings.Cut(name, " ")
			if tests[folder] == nil {
				tests[folder] = testsOf(t, folder)
			}
			if !tests[folder][test] {
				t.Errorf("%s is shown by %s in %s, which is not there", c.ID, test, folder)
			}
		}
	}
	if len(seen) < 80 {
		t.Errorf("%d claims, want all of the paper's", len(seen))
	}
}

// testsOf lists the tests in a folder.
func testsOf(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files := must.Of(filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*_test.go"))).In(t)
	names := map[string]bool{}
	for _, path := range files {
		file := must.Of(parser.ParseFile(token.NewFileSet(), path, nil, 0)).In(t)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				names[f.Name.Name] = true
			}
		}
	}
	return names
}

// TestUntested checks that no untested claim waits for a study that has a committed result.
func TestUntested(t *testing.T) {
	for _, c := range All() {
		if (c.Outcome == Untested) != (c.Study != "") {
			t.Errorf("%s is %s and waits for %q", c.ID, c.Outcome, c.Study)
		}
		if d, err := catalog.Find(c.Study); err == nil && d.Committed() != nil {
			t.Errorf("%s waits for the study %s, which has a committed result: give it an outcome, with the numbers that it needs", c.ID, c.Study)
		}
	}
}

// TestWhatIsWrong checks the errors for missing evidence, evidence that contradicts the outcome, and sentences that quote
// unknown numbers.
func TestWhatIsWrong(t *testing.T) {
	computed := func(need Need) Number {
		return Number{Key: "half", Name: "a half", Format: "%.1f", Compute: func() float64 { return 0.5 }, Need: need}
	}
	value := func(study, path string) []Number {
		return figure{Number: Number{Name: "n", Path: path, Format: "%g"}}.numbers(study)
	}
	half := computed(below(1))
	for want, c := range map[string]Claim{
		"must have a test or a number":           {Outcome: Holds},
		"want one of":                            {Outcome: "true", Tests: []string{"igbo TestX"}},
		"must name the study that would test it": {Outcome: Untested},
		"is 0.5, and the verdict":                {Outcome: Fails, Numbers: []Number{computed(above(0.5))}},
		"quotes {third}":                         {Outcome: Fails, Why: "a {third} and a {half}", Numbers: []Number{half}},
		`study "none" not found`:                 {Outcome: Fails, Numbers: value("none", "a")},
		"member nothing not found":               {Outcome: Fails, Numbers: value("noise", "nothing")},
		"no value found":                         {Outcome: Fails, Numbers: value("noise", "curves/case.name=P(2)/bias/power")},
		"has 4 values, want one":                 {Outcome: Fails, Numbers: value("noise", "curves/*/bias/power")},
		"want a number":                          {Outcome: Fails, Numbers: value("noise", "curves/0/case/name")},
		"numbers variance and points not found":  {Outcome: Fails, Numbers: value("noise", "curves/0/variance÷points")},
		"element 4 not found in a list of 4":     {Outcome: Fails, Numbers: value("noise", "curves/4")},
	} {
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	good := Claim{Outcome: Fails, Why: "it is {half}", Numbers: []Number{half}}
	if why, err := good.Reason(); err != nil || why != "it is 0.5" || good.Check() != nil {
		t.Errorf("%q, %v", why, err)
	}
	if _, err := Find("none"); err == nil {
		t.Error("a claim of no ID is found")
	}
}

// TestDecided checks that a claim that a study decides is untested without a committed result, and otherwise has the outcome of
// its numbers. It must pass its own check in both cases.
func TestDecided(t *testing.T) {
	power := func(need Need) []Number {
		return figure{Number: Number{Key: "b", Name: "power of the bias", Path: "curves/0/bias", Format: "%.2f"}, Interval: "power", Needs: &need}.numbers("noise")
	}
	for want, c := range map[Outcome]Claim{
		Untested:           decided("luck", Claim{ID: "c", Numbers: power(below(1))}),
		HoldsConditionally: decided("noise", Claim{ID: "c", Why: "{b} [{b-low}, {b-high}]", Numbers: power(below(3))}),
		Fails:              decided("noise", Claim{ID: "c", Why: "{b}", Numbers: power(below(1))}),
	} {
		if c.Outcome != want || c.Check() != nil {
			t.Errorf("%s, %v, want %s", c.Outcome, c.Check(), want)
		}
	}
	if n := above(2).not(); n.met(2.1) || !n.met(2) || between(1, 1).not() != anything() {
		t.Errorf("the other side of > 2 is %s", n)
	}
}

// TestTables checks that the tables of a study can be read with its result.
func TestTables(t *testing.T) {
	root := must.Of(reported("noise")).In(t)
	name := root.(map[string]any)["tables"].(map[string]any)
	for table := range name {
		if v, err := at(root, "tables/"+table+"/*"); err == nil || v != nil {
			t.Errorf("%s: rows are no numbers, %v", table, v)
		}
	}
	if v, err := at(root, "tables/points/case=P(½), c = 0/sigma"); err != nil || len(v) != 6 {
		t.Errorf("%v, %v, want six deviations", v, err)
	}
}

// TestNeeds checks intervals, open ends, and values that are not numbers.
func TestNeeds(t *testing.T) {
	nan := errors.New("NaN")
	for want, c := range map[string]struct {
		need  Need
		value float64
		met   bool
	}{
		"> 0.5": {above(0.5), 0.5, false}, "< 0.5": {below(0.5), 0.4, true}, "0.5 … 1": {between(0.5, 1), 1, true}, "0": {between(0, 0), 0, true}, "a number": {anything(), -1, true},
	} {
		if c.need.met(c.value) != c.met || c.need.String() != want {
			t.Errorf("%s met by %g: %t, want %s and %t", c.need, c.value, c.need.met(c.value), want, c.met)
		}
		var read Need
		if err := read.UnmarshalText([]byte(want)); want != "a number" && (err != nil || read != c.need) {
			t.Errorf("%q is read as %s, %v", want, read, err)
		}
		v, err := at(map[string]any{"v": "NaN"}, "v")
		if err != nil || c.need.met(v[0]) {
			t.Errorf("%s is met by %v, %v", c.need, nan, err)
		}
	}
}

// TestNumbersAreNotTyped checks that sentences have no typed decimal fractions or percentages, except for settings of the paper
// or of a test.
func TestNumbersAreNotTyped(t *testing.T) {
	settings := []string{"0.1", "0.7", "0.9", "0.0215", "0.001", "68 %", "5 %"}
	typed := regexp.MustCompile(`\d+\.\d+|\d+ %`)
	for _, c := range All() {
		for _, found := range typed.FindAllString(c.Why, -1) {
			if !slices.Contains(settings, found) {
				t.Errorf("%s: %q is typed", c.ID, found)
			}
		}
	}
}

// TestNames checks that all names in claims.yaml exist and all functions are used, and that invalid conditions are rejected.
func TestNames(t *testing.T) {
	named := map[string]bool{"": true}
	for _, s := range sections() {
		for _, e := range s.Claims {
			for _, f := range e.Numbers {
				named[f.Computed], named[f.Fold] = true, true
				if (f.Computed != "" && functions[f.Computed] == nil) || (f.Fold != "" && folds[f.Fold] == nil) {
					t.Errorf("%s: no function %q or no fold %q", e.ID, f.Computed, f.Fold)
				}
			}
		}
	}
	for _, name := range append(slices.Collect(maps.Keys(functions)), slices.Collect(maps.Keys(folds))...) {
		if !named[name] {
			t.Errorf("no claim names %q", name)
		}
	}
	for _, text := range []string{"", "> ", "1 …", "1 … b", "± 1", "much"} {
		if err := new(Need).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("the condition %q is read", text)
		}
	}
}

// TestShown checks that tables and figure have every claim.
func TestShown(t *testing.T) {
	all := All()
	table, err := Table("all", all)
	if err != nil || len(table.Rows) != len(all) || key.MatchString(table.Text()) {
		t.Errorf("%d rows, %v", len(table.Rows), err)
	}
	counts := Counts(all)
	if last := counts.Rows[len(counts.Rows)-1]; len(counts.Rows) != len(Parts())+1 || last[0] != "all" {
		t.Errorf("counts %v", counts.Rows)
	}
	for _, c := range all {
		if numbers, err := c.NumbersTable(); err != nil || len(numbers.Rows) != len(c.Numbers) {
			t.Errorf("%s: %d numbers, %v", c.ID, len(numbers.Rows), err)
		}
	}
	f := must.Of(Figure(all, "theorem-6")).In(t)
	svg, err := f.SVG()
	if err != nil || strings.Count(string(svg), "<title>") < len(all) {
		t.Errorf("%d texts under the pointer, want %d, %v", strings.Count(string(svg), "<title>"), len(all), err)
	}
	t.Log(fmt.Sprint(counts.Text()))
}

// TestEveryNumberHasANeed checks that every number has a condition, and every tested claim has a command.
func TestEveryNumberHasANeed(t *testing.T) {
	for _, c := range All() {
		for _, n := range c.Numbers {
			if n.Need == anything() {
				t.Errorf("%s: the outcome needs nothing of %s", c.ID, n.Key)
			}
		}
		if len(c.Commands()) == 0 && c.Outcome != Untestable {
			t.Errorf("%s has no command", c.ID)
		}
	}
	c := Claim{Tests: []string{"igbo/a TestB", "igbo/c TestD", "igbo/a TestE"}, Numbers: []Number{{Study: "s"}, {}, {Study: "s"}}}
	want := []string{"go test ./igbo/a -run '^(TestB|TestE)$'", "go test ./igbo/c -run '^(TestD)$'", "igbo study show s", "go test ./igbo/research/claims"}
	if got := c.Commands(); !slices.Equal(got, want) {
		t.Errorf("commands %q, want %q", got, want)
	}
}
