package expert

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// TestNumberForms checks that every number format of YAML 1.2 and JSON is accepted, and nothing
// else.
func TestNumberForms(t *testing.T) {
	good := map[string]float64{
		"1e-3": 1e-3, "1e-05": 1e-5, "1E-5": 1e-5, "1e+0": 1, "0.1e-1": 0.01, ".5": 0.5, "+.5": 0.5, "5.": 5, "+0.25": 0.25, "010": 10,
		"0o10": 8, "0x10": 16, "1": 1, "1.0": 1, "123456789012345678901234567890": 123456789012345678901234567890, "5e-324": 5e-324,
		"0.1000000000000000055511151231257827": 0.1, "1e150": 1e150, "00.5": 0.5,
	}
	for text, want := range good {
		files := []string{"bounds: [{feature: a, max: %s}]", "bounds:\n  - feature: a\n    max: %s\n", "bounds:\n  - feature: a\n    max: %s # said so\n"}
		if text[0] >= '1' && text[0] <= '9' && text != "5." || text[:2] == "0." {
			files = append(files, "{\"bounds\": [\n\t{\"feature\": \"a\", \"max\": %s}]}") // JSON forms
		}
		for _, file := range files {
			e, err := Parse("f", []byte(fmt.Sprintf(file, text)))
			if err != nil || *e.Statements[0].Max != want {
				t.Errorf("%s in %q: got %v, want %g", text, file, err, want)
			}
		}
	}
	for _, text := range []string{".nan", ".NaN", ".inf", "-.inf", "-.INF", "+.inf", "1e400", "-1e999", "'1e-3'", `"0.5"`, "1_000", "1_0.5", "0b1", "1e", "e5", "1.2.3",
		"1,5", "0x", "0o9", "1:30", "true", "null", "~", "", "[1]", "{x: 1}", "1e-3x", "١", "½", "NaN", "Infinity", "inf", "--1", "1e151", "-1e200", "!!float 1", "&x 1", "*x", "|\n      1\n"} {
		for _, file := range []string{"bounds: [{feature: a, max: %s}]", "bounds:\n  - feature: a\n    max: %s\n"} {
			if e, err := Parse("f", []byte(fmt.Sprintf(file, text))); err == nil || !strings.HasPrefix(err.Error(), "expert: ") {
				t.Errorf("%q in %q: got %+v, %v, want an error", text, file, e, err)
			}
		}
	}
	_, err := Parse("f", []byte("features: [1e-3, b]"))
	refusal.Check(t, err, `found the number 1e-3, want text (put it in quotes, "1e-3")`, "a number for a name")
}

// TestNumbersRoundTrip checks that numbers of every size, written as JSON by Go or Python programs
// or as YAML by this package, are read back exactly.
func TestNumbersRoundTrip(t *testing.T) {
	for _, x := range []float64{1e-5, 1e-7, 0.1, 1.0 / 3, 5e-324, 1e21, math.Pi * 1e100, 123456789} {
		e := must.Of(New().Bound("a", -x, x).YAML()).In(t)
		back, err := Parse("f", e)
		if err != nil || *back.Statements[0].Max != x || *back.Statements[0].Min != -x {
			t.Errorf("%g: got %v from\n%s", x, err, e)
		}
		for _, format := range []string{"%g", "%e", "%E", "%v"} {
			text := fmt.Sprintf(`{"bounds": [{"feature": "a", "max": `+format+`}]}`, x)
			if _, err := Parse("f", []byte(text)); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// wild returns texts that grow with n and would cost a naive reader much time, stack or memory.
func wild(n int) map[string]string {
	repeat := strings.Repeat
	var keys, deep strings.Builder
	for i := range n {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
	}
	for i := range min(n, 1500) {
		deep.WriteString(repeat(" ", i) + "a:\n")
	}
	return map[string]string{
		"brackets": repeat("[", n), "brackets closed": repeat("[", n) + repeat("]", n), "braces": repeat("{a: ", n), "braces in brackets": repeat("[{a: ", n),
		"dashes": repeat("- ", n), "question marks": repeat("? ", n), "quoted closers": repeat(`["]", `, n), "commented closers": repeat("[ #]\n", n),
		"a wide list": "features: [" + repeat("b, ", n) + "]", "a long list": "ranks:\n" + repeat("  - b\n", n), "many mappings": "edges:\n" + repeat("  - {u: a, v: b}\n", n),
		"anchors": repeat("&a ", n), "aliases": "[" + repeat("*a,", n) + "]", "colons": repeat("a: ", n), "tags": repeat("!x ", n), "words": "comment: " + repeat("b ", n),
		"a literal": "comment: |\n" + repeat("  b\n", n), "a folded text": "comment: >\n" + repeat("  b\n\n", n), "escapes": `comment: "` + repeat(`\n`, n) + `"`,
		"comments": repeat("#\n", n), "documents": repeat("---\n", n), "many keys": keys.String(), "deep keys": deep.String(), "a long plain text": "a: b\n" + repeat("  b\n", n),
		"tabs": repeat("\t", n), "spaces": repeat(" ", n) + "a", "directives": repeat("%a\n", n), "line ends": repeat("\r\n", n), "commas": "[" + repeat(",", n),
		"quotes": repeat("'", n), "double quotes": repeat(`"`, n), "letters": repeat("é", n), "a mapping without values": "{" + repeat("a, ", n) + "}",
		"nulls": repeat("\x00", n), "merge keys": repeat("<<: ", n), "backslashes": repeat(`\`, n), "bars": repeat("|", n), "ats": repeat("@", n),
		"a billion laughs": "a: &a [x]\n" + repeat("b: &b [*a, *a, *a, *a, *a, *a, *a, *a]\n", n/40),
	}
}

// TestLargeFilesTakeBoundedTime checks that the largest files are rejected or read in bounded time.
// An exhaustive run also reads the largest ones.
func TestLargeFilesTakeBoundedTime(t *testing.T) {
	for _, n := range []int{60_000, 990_000} {
		for name, text := range wild(n) {
			slow := []string{"anchors", "aliases", "many mappings", "a wide list", "braces in brackets"} // of the large ones
			if n > 100_000 && !slices.Contains(slow, name) {
				continue
			}
			if len(text) > n {
				text = text[:n]
			}
			began := time.Now()
			_, err := Parse("f.yaml", []byte(text))
			took := time.Since(began)
			if testing.Verbose() && took > time.Second {
				t.Logf("%s, %d bytes: %v, %.60v", name, len(text), took, err)
			}
			if took > 5*time.Minute {
				t.Errorf("%s, %d bytes: %v", name, len(text), took)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "expert: f.yaml:") {
				t.Errorf("%s: got %.200v", name, err)
			}
		}
		if !sweep.Whole() {
			return
		}
	}
}

// TestPairsBeyondSense checks a short file whose statements contain more feature pairs than fit
// into memory.
func TestPairsBeyondSense(t *testing.T) {
	tier := func(of string, n int) []string {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprint(of, i)
		}
		return names
	}
	for name, e := range map[string]*Prior{
		"two tiers":       New().Tiers(tier("a", 5000), tier("b", 5000)),
		"many statements": New().Tiers(tier("a", 2500), tier("b", 2500)).Tiers(tier("c", 2500), tier("d", 2500)),
	} {
		_, err := e.Build(DefaultOptions())
		want := fmt.Sprintf("(max %d)", MaxPairs)
		refusal.Check(t, err, want, name)
	}
}

// TestExpertFileLimit checks that a file of the maximum size is read, and that one byte more is an
// error, also with a byte order mark.
func TestExpertFileLimit(t *testing.T) {
	text := "ranks: [[a, b]]\n#"
	for _, mark := range []string{"", "\ufeff"} {
		full := mark + text + strings.Repeat("x", MaxFile-len(mark)-len(text))
		if _, err := Parse("f", []byte(full)); err != nil {
			t.Errorf("%d bytes: %v", len(full), err)
		}
		if _, err := Parse("f", []byte(full+"x")); err == nil || !strings.Contains(err.Error(), "too large") {
			t.Errorf("%d bytes: error %v, want the limit", len(full)+1, err)
		}
	}
}
