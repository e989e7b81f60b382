package report

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/claims"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
)

// committedBook returns the logbook of the committed Table I.
func committedBook(t *testing.T) Logbook {
	t.Helper()
	result := must.Of(must.Of(catalog.Find("teacher-student")).In(t).Reported()).In(t)
	return Logbook{Result: result.(*teacherstudent.Result), Run: Run{Seconds: map[string]float64{"teacher-student": 7200}, Cores: 2, Go: "go1.26"}}
}

// row matches the row of a claim in the Markdown.
var row = regexp.MustCompile(`(?m)^\| ([a-z0-9-]+): .* \| (verified|toy|falsified|inconclusive) \| .* \| (.*) \|$`)

// TestLogbookHasEveryClaimOnce checks that the HTML and the Markdown have each claim once, with one of the four verdicts, its
// numbers and its commands.
func TestLogbookHasEveryClaimOnce(t *testing.T) {
	book := committedBook(t)
	markdown, html := string(must.Of(book.Markdown()).In(t)), string(must.Of(book.HTML()).In(t))
	found := map[string][]string{}
	for _, m := range row.FindAllStringSubmatch(markdown, -1) {
		if found[m[1]] != nil {
			t.Errorf("%s comes twice", m[1])
		}
		found[m[1]] = m
	}
	for _, c := range claims.All() {
		m := found[c.ID]
		switch {
		case m == nil:
			t.Errorf("the Markdown lacks %s", c.ID)
		case m[2] != judged(c):
			t.Errorf("%s is %s, want %s", c.ID, m[2], judged(c))
		case c.Outcome != claims.Untestable && m[3] == "none":
			t.Errorf("%s has no command", c.ID)
		}
		if n := strings.Count(html, ">"+c.ID+": "); n != 1 {
			t.Errorf("the HTML has %s %d times", c.ID, n)
		}
	}
	if len(found) != len(claims.All()) {
		t.Errorf("%d rows, %d claims", len(found), len(claims.All()))
	}
	for _, want := range []string{"2 core-hours", "4 core-hours", "20 seeds", "seed0 1", "0.3 %", "Dear K. Fouladi", "gradvac", "What was difficult", "Horizon"} {
		if strings.Contains(markdown, want) != (want != "2 core-hours") {
			t.Errorf("%q in the Markdown", want)
		}
	}
}

// TestLogbookNeedsNoNetwork checks that the HTML refers to no other file and no address.
func TestLogbookNeedsNoNetwork(t *testing.T) {
	html := string(must.Of(committedBook(t).HTML()).In(t))
	for _, never := range []*regexp.Regexp{
		regexp.MustCompile(`(?i)(src|href|action|data|poster)\s*=\s*["']?[^"'#\s>]`), regexp.MustCompile(`(?i)url\(`), regexp.MustCompile(`(?i)@import`), regexp.MustCompile(`(?i)<(script|link|iframe|object|embed)[\s>]`),
	} {
		for _, at := range never.FindAllStringIndex(html, 3) {
			if text := html[max(0, at[0]-20):min(len(html), at[1]+60)]; !strings.Contains(text, "data:") {
				t.Errorf("%s: %s", never, text)
			}
		}
	}
}

// TestVerdictsOfALogbook checks that the kind of evidence decides between verified and toy.
func TestVerdictsOfALogbook(t *testing.T) {
	for _, c := range []struct {
		claim claims.Claim
		want  string
	}{
		{claims.Claim{Outcome: claims.Holds, Tests: []string{"igbo/dag TestA"}}, verified},
		{claims.Claim{Outcome: claims.HoldsConditionally, Numbers: []claims.Number{{Study: "noise"}}}, toy},
		{claims.Claim{Outcome: claims.HoldsMoreGenerally, Numbers: []claims.Number{{Study: "noise"}, {}}}, verified},
		{claims.Claim{Outcome: claims.Fails, Tests: []string{"igbo/dag TestA"}}, falsified},
		{claims.Claim{Outcome: claims.Untestable}, inconclusive}, {claims.Claim{Outcome: claims.Untested, Study: "noise"}, inconclusive},
	} {
		if got := judged(c.claim); got != c.want || !slices.Contains(grades, got) {
			t.Errorf("%s with %d tests is %s, want %s", c.claim.Outcome, len(c.claim.Tests), got, c.want)
		}
	}
}
