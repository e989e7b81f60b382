package dag

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// Every way that YAML 1.2 and JSON write a number is read, and nothing else.
func TestNumberForms(t *testing.T) {
	good := map[string]float64{
		"1e-3": 1e-3, "1e-05": 1e-5, "1E-5": 1e-5, "1e+0": 1, "0.1e-1": 0.01, ".5": 0.5, "+.5": 0.5, "5.": 5, "+0.25": 0.25, "010": 10,
		"0o10": 8, "0x10": 16, "1": 1, "1.0": 1, "123456789012345678901234567890": 123456789012345678901234567890, "5e-324": 5e-324,
		"0.1000000000000000055511151231257827": 0.1, "1e150": 1e150, "00.5": 0.5,
	}
	for text, want := range good {
		files := []string{"bounds: [{feature: a, max: %s}]", "bounds:\n  - feature: a\n    max: %s\n", "bounds:\n  - feature: a\n    max: %s # said so\n"}
		if text[0] >= '1' && text[0] <= '9' && text != "5." || text[:2] == "0." {
			files = append(files, "{\"bounds\": [\n\t{\"feature\": \"a\", \"max\": %s}]}") // JSON's forms
		}
		for _, file := range files {
			e, err := ParseExpert("f", []byte(fmt.Sprintf(file, text)))
			if err != nil || *e.Statements[0].Max != want {
				t.Errorf("%s in %q: got %v, want %g", text, file, err, want)
			}
		}
	}
	for _, text := range []string{".nan", ".NaN", ".inf", "-.inf", "-.INF", "+.inf", "1e400", "-1e999", "'1e-3'", `"0.5"`, "1_000", "1_0.5", "0b1", "1e", "e5", "1.2.3",
		"1,5", "0x", "0o9", "1:30", "true", "null", "~", "", "[1]", "{x: 1}", "1e-3x", "١", "½", "NaN", "Infinity", "inf", "--1", "1e151", "-1e200", "!!float 1", "&x 1", "*x", "|\n      1\n"} {
		for _, file := range []string{"bounds: [{feature: a, max: %s}]", "bounds:\n  - feature: a\n    max: %s\n"} {
			if e, err := ParseExpert("f", []byte(fmt.Sprintf(file, text))); err == nil || !strings.HasPrefix(err.Error(), "dag: ") {
				t.Errorf("%q in %q: got %+v, %v, want an error", text, file, e, err)
			}
		}
	}
	if _, err := ParseExpert("f", []byte("features: [1e-3, b]")); err == nil || !strings.Contains(err.Error(), `got the number 1e-3, expected text: put it in quotes, "1e-3"`) {
		t.Errorf("a number for a name: got %v", err)
	}
}

// What a program in Go or Python writes as JSON, and what this package writes as YAML, reads
// back, whatever its size.
func TestNumbersRoundTrip(t *testing.T) {
	for _, x := range []float64{1e-5, 1e-7, 0.1, 1.0 / 3, 5e-324, 1e21, math.Pi * 1e100, 123456789} {
		e, err := NewExpert().Bound("a", -x, x).YAML()
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseExpert("f", e)
		if err != nil || *back.Statements[0].Max != x || *back.Statements[0].Min != -x {
			t.Errorf("%g: got %v from\n%s", x, err, e)
		}
		for _, format := range []string{"%g", "%e", "%E", "%v"} {
			text := fmt.Sprintf(`{"bounds": [{"feature": "a", "max": `+format+`}]}`, x)
			if _, err := ParseExpert("f", []byte(text)); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// wild are shapes that grow with n and cost a careless reader much time, stack or memory.
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

// Files as large as can be are refused or read in a time that does not run away: before
// the limits 300 000 brackets took a minute.
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
			_, err := ParseExpert("f.yaml", []byte(text))
			took := time.Since(began)
			if testing.Verbose() && took > time.Second {
				t.Logf("%s, %d bytes: %v, %.60v", name, len(text), took, err)
			}
			if took > 30*time.Second {
				t.Errorf("%s, %d bytes: %v", name, len(text), took)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "dag: f.yaml:") {
				t.Errorf("%s: got %.200v", name, err)
			}
		}
		if testing.Short() {
			return
		}
	}
}

// Faults of form, with what the error says.
func TestExpertFormFaults(t *testing.T) {
	rest := "ranks:\n  - [a, b]\n"
	for name, c := range map[string]struct{ text, want string }{
		"empty":                {"", "empty"},
		"spaces":               {"  \n \n", "empty"},
		"a comment alone":      {"# nothing\n", "empty"},
		"a mark alone":         {"---\n", "empty"},
		"null":                 {"null\n", "expected a mapping"},
		"two documents":        {rest + "---\n" + rest, "got 2 YAML documents"},
		"three documents":      {"--- a\n--- b\n--- c\n", "got 3 YAML documents"},
		"a scalar":             {"hello\n", "expected a mapping"},
		"a repeated key":       {rest + rest, "f.yaml:3"},
		"a repeated JSON key":  {`{"ranks": [["a", "b"]], "ranks": [["b", "c"]]}`, "f.yaml:1"},
		"a repeated inner key": {"edges:\n  - {u: a, v: b, u: c}\n", "f.yaml:2"},
		"an anchor":            {"ranks: &x\n  - [a, b]\n", "got an anchor, expected a list"},
		"an alias":             {"features: &x [a, b]\nranks: [*x]\n", "got an anchor"},
		"a merge key":          {"edges:\n  - {<<: {u: a}, v: b}\n", "unknown key"},
		"a tag":                {"ranks: !!seq\n  - [a, b]\n", "got a tag, expected a list"},
		"tabs":                 {"ranks:\n\t- [a, b]\n", "f.yaml:2"},
		"bytes":                {"ranks:\n  - [a, \xff\xfe]\n", "f.yaml:2:9: got the byte 0xff, expected text in UTF-8"},
		"UTF-16":               {"\xff\xfer\x00a\x00", "f.yaml:1:1: got the byte 0xff"},
		"a null character":     {"ranks:\n  - [a\x00, b]\n", "f.yaml:2:7: got the control character U+0000"},
		"an escape character":  {"\x1b[31mranks", "got the control character U+001B"},
		"a picture":            {"\x89PNG\r\n\x1a\n\x00\x00", "got the byte 0x89"},
		"an open bracket":      {"ranks: [[a, b]\n", "f.yaml:1"},
		"an open quote":        {"ranks: [[\"a, b]]\n", "f.yaml:"},
		"JSON with a comma":    {`{"ranks": [["a", "b"],]},`, "f.yaml:1"},
		"JSON cut":             {`{"ranks": [["a", "b"]`, "f.yaml:1"},
		"a list of keys":       {"- ranks\n- ties\n", "expected a mapping"},
		"deep":                 {"ranks: " + strings.Repeat("[", 21), "more than 20 deep"},
		"a mapping for a list": {"ranks:\n  a: b\n", "got a mapping, expected a list"},
		"a boolean for a name": {"ranks:\n  - [a, yes, true]\n", "got true, expected text"},
		"a null for a name":    {"ranks:\n  - [a, null]\n", "got nothing, expected text"},
		"a list for a name":    {"ranks:\n  - [a, [b]]\n", "got a list, expected text"},
		"an escaped control":   {`{"ranks": [["a", "b\u0000"]]}`, "without control characters"},
		"an unpaired half":     {`{"ranks": [["a", "b\ud800"]]}`, ""},
	} {
		_, err := ParseExpert("f.yaml", []byte(c.text))
		if err == nil && c.want == "" {
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), "dag: f.yaml:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

// Byte order mark, Windows' line ends, comments, and JSON with tabs read as they should.
func TestExpertFormsThatPass(t *testing.T) {
	want, err := NewExpert().Rank("a", "b").Build(DefaultExpertOptions())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a byte order mark":  "\ufeffranks:\n  - [a, b]\n",
		"Windows' line ends": "ranks:\r\n  - [a, b]\r\n",
		"marks":              "---\nranks:\n  - [a, b]\n...\n",
		"comments":           "# who\nranks: # what\n  - [a, b] # why\n",
		"JSON":               "{\n\t\"ranks\": [\n\t\t[\"a\",\t\"b\"]\n\t]\n}\n",
		"JSON, marked":       "\ufeff{\"ranks\": [[\"a\", \"b\"]]}",
		"no last line end":   "ranks:\n- [a, b]",
		"quotes":             "'ranks':\n  - [\"a\", 'b']\n",
		"blocks":             "ranks:\n  -\n    - a\n    - b\n",
	} {
		e, err := ParseExpert("f.yaml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := e.Build(DefaultExpertOptions()); err != nil || !got.Equal(want) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

// A short file may be about more pairs of features than memory holds.
func TestPairsBeyondSense(t *testing.T) {
	tier := func(of string, n int) []string {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprint(of, i)
		}
		return names
	}
	for name, e := range map[string]*Expert{
		"two tiers":       NewExpert().Tiers(tier("a", 5000), tier("b", 5000)),
		"many statements": NewExpert().Tiers(tier("a", 2500), tier("b", 2500)).Tiers(tier("c", 2500), tier("d", 2500)),
	} {
		_, err := e.Build(DefaultExpertOptions())
		if want := fmt.Sprintf("pairs of features, expected at most %d", MaxExpertPairs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %.200v, want %q", name, err, want)
		}
	}
}

// A tie within more than 0 is one of neighbours.
func TestTieOfThreeIsOneOfNeighbours(t *testing.T) {
	d, err := NewExpert().Tie(0.1, "a", "b", "c").Build(DefaultExpertOptions())
	if want := []Tie{{0, 1, 0.1}, {1, 2, 0.1}}; err != nil || !slices.Equal(d.Ties, want) {
		t.Errorf("got %v, %v, want %v", d, err, want)
	}
}
