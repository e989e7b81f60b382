package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

var update = flag.Bool("update", false, "write the page of findings anew")

// findingsPage is the page of findings in the checkout.
var findingsPage = filepath.Join("..", "..", "..", "notebooks", "findings.md")

// TestFindings checks that the committed page equals the one made from the committed results. With -update, it writes the page.
func TestFindings(t *testing.T) {
	made := must.Of(madeFindings()).In(t)
	if *update {
		must.Do(t, os.WriteFile(findingsPage, made, 0o644))
	}
	there := must.Of(os.ReadFile(findingsPage)).In(t)
	if !bytes.Equal(there, made) {
		t.Error("notebooks/findings.md is not what the committed results make: go test ./igbo/research/report -run TestFindings -update writes it anew")
	}
	if n := words(string(made)); n < 700 || n > 1500 {
		t.Errorf("%d words, want 700 to 1500", n)
	}
}

// words counts the words and numbers of a text. Markdown marks do not count.
func words(text string) (n int) {
	for _, field := range strings.Fields(text) {
		if strings.ContainsFunc(field, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// TestFindingsQuoteWhatIsThere checks that a quotation of something missing is an error that lists the existing names.
func TestFindingsQuoteWhatIsThere(t *testing.T) {
	for name, quote := range map[string]func() (any, error){
		"no column":                 func() (any, error) { return cell("pareto", "pareto", "luck", "paper") },
		"no row":                    func() (any, error) { return cell("pareto", "pareto", "least H", "nonsense") },
		"no table":                  func() (any, error) { return cell("pareto", "astrology", "least H", "paper") },
		"no result":                 func() (any, error) { return cell("nonsense", "pareto", "least H", "paper") },
		"no such column of a table": func() (any, error) { return table("pareto", "pareto", "rule|luck") },
		"no such filter":            func() (any, error) { return table("pareto", "pareto", "rule", "luck=1") },
		"no row of the filter":      func() (any, error) { return table("pareto", "pareto", "rule", "rule=none") },
		"no column to count":        func() (any, error) { return count("pareto", "pareto", "luck", "x") },
		"no row of ratios":          func() (any, error) { return below("few-samples", "few-samples-cases", "luck") },
		"no seeds":                  func() (any, error) { return seeds("nonsense") },
		"no draws":                  func() (any, error) { return draws("nonsense") },
		"no time":                   func() (any, error) { return seconds("routing") },
	} {
		if got, err := quote(); err == nil {
			t.Errorf("%s: %v and no error", name, got)
		}
	}
	if text := unrun("nonsense"); !strings.Contains(text, "`nonsense` is not run yet") {
		t.Error(text)
	}
	got, err := cell("pareto", "pareto", "least H", "paper")
	if err != nil || got == "" {
		t.Errorf("%q, %v", got, err)
	}
	if seeds, err := cell("teacher-student", "", "seeds"); err != nil || seeds != "20" {
		t.Errorf("%q seeds, %v", seeds, err)
	}
}
