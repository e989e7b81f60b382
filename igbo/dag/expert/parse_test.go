package expert

import (
	"errors"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag/textfile"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestExpertFileFaults checks that the parser and the schema reject files with invalid form, and
// that the error names the line.
func TestExpertFileFaults(t *testing.T) {
	schema := compileSchema(t, Schema())
	for _, c := range []struct{ text, want string }{
		{"ranks: [[a]]", "f.yaml:1:9: rank of length 1, want at least 2"},
		{"edges:\n  - {u: a}\n", `f.yaml:2:5: key "v" is missing`},
		{"edges:\n  - u: a\n    v: b\n    epsilon: big\n", `f.yaml:4:14: found the text "big", want a finite number`},
		{"edges:\n  - u: a\n    v: b\n    epsilon: 0\n", "f.yaml:2:5: epsilon = 0, want epsilon > 0"},
		{"edges:\n  - {u: a, v: b, confidence: 1.5}\n", "f.yaml:2:5: confidence = 1.5"},
		{"edges:\n  - {u: a, v: b, weight: 1}\n", `f.yaml:2:18: unknown key "weight" (want one of comment, confidence, delta, epsilon, u, v`},
		{"edges: a\n", `f.yaml:1:8: found the text "a", want a list`},
		{"rank:\n  - [a, b]\n", `f.yaml:1:1: unknown key "rank" (want one of bounds, comment, directions, edges, features, intervals, ranks, score, tiers, ties`},
		{"intervals: middle\nranks:\n  - [a, b]\n", `f.yaml:1:12: unknown intervals "middle" (want range or polytope)`},
		{"ranks:\n  - [a, b]\nintervals: {source: polytope, width: -1}\n", "f.yaml:3:12: polytope: got a width of -1"},
		{"intervals: {width: 0.5}\n", `f.yaml:1:12: key "source" is missing`},
		{"intervals: {source: range, width: 0.5}\n", "f.yaml:1:12: got a width of 0.5 for intervals of the range"},
		{"intervals:\n  source: polytope\n  sigma: 0.5\n", `f.yaml:3:3: unknown key "sigma" (want one of source, width`},
		{"intervals: [polytope]\n", "f.yaml:1:12: found a list, want text"},
		{"features: [a, b, a]\n", `f.yaml:1:18: feature "a" is listed twice`},
		{"features: [a, 3]\n", `f.yaml:1:15: found the number 3, want text (put it in quotes, "3")`},
		{"ranks:\n  - [a, true]\n", "f.yaml:2:9: found true, want text (put it in quotes"},
		{"tiers:\n  - [[a], []]\n", "f.yaml:2:5: a tier is empty"},
		{"bounds:\n  - feature: a\n", "f.yaml:2:5: the bound is incomplete"},
		{"ties:\n  - {features: [a, b], within: -1}\n", "f.yaml:2:5: within = -1"},
		{"score: both\n", `f.yaml:1:8: unknown score "both" (want one of [signed absolute range])`},
		{"- a\n", "f.yaml:1:1: found a list, want a mapping"},
		{"ranks:\n  - [\"\", b]\n", "f.yaml:2:6: the name is empty"},
		{"ranks:\n  - {order: [a, b], epsilon: [1]}\n", "found a list, want a finite number"},
	} {
		_, err := Parse("f.yaml", []byte(c.text))
		var place *textfile.Error
		if !errors.As(err, &place) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
		if schema.Validate(asJSON(t, c.text)) == nil {
			t.Errorf("%q: the schema lets it pass", c.text)
		}
	}
	for _, c := range []struct{ text, want string }{ // not JSON, so the schema does not apply
		{"ranks: [[a, b]\n", "f.yaml:1:"},
		{"ranks:\n  - [a, b]\nranks:\n  - [b, c]\n", "f.yaml:3:"},
		{"", "want one with content"},
		{"bounds:\n  - {feature: a, max: .nan}\n", "f.yaml:2:23: found the number .nan"},
	} {
		_, err := Parse("f.yaml", []byte(c.text))
		refusal.Check(t, err, c.want, c.text)
	}
}

// TestExpertFormFaults checks the errors for files with invalid form.
func TestExpertFormFaults(t *testing.T) {
	rest := "ranks:\n  - [a, b]\n"
	for name, c := range map[string]struct{ text, want string }{
		"empty":                {"", "empty"},
		"spaces":               {"  \n \n", "empty"},
		"a comment alone":      {"# nothing\n", "empty"},
		"a mark alone":         {"---\n", "empty"},
		"null":                 {"null\n", "want a mapping"},
		"two documents":        {rest + "---\n" + rest, "the file has 2 YAML documents"},
		"three documents":      {"--- a\n--- b\n--- c\n", "the file has 3 YAML documents"},
		"a scalar":             {"hello\n", "want a mapping"},
		"a repeated key":       {rest + rest, "f.yaml:3"},
		"a repeated JSON key":  {`{"ranks": [["a", "b"]], "ranks": [["b", "c"]]}`, "f.yaml:1"},
		"a repeated inner key": {"edges:\n  - {u: a, v: b, u: c}\n", "f.yaml:2"},
		"an anchor":            {"ranks: &x\n  - [a, b]\n", "found an anchor, want a list"},
		"an alias":             {"features: &x [a, b]\nranks: [*x]\n", "found an anchor"},
		"a merge key":          {"edges:\n  - {<<: {u: a}, v: b}\n", "unknown key"},
		"a tag":                {"ranks: !!seq\n  - [a, b]\n", "found a tag, want a list"},
		"tabs":                 {"ranks:\n\t- [a, b]\n", "f.yaml:2"},
		"bytes":                {"ranks:\n  - [a, \xff\xfe]\n", "f.yaml:2:9: found the byte 0xff, want text in UTF-8"},
		"UTF-16":               {"\xff\xfer\x00a\x00", "f.yaml:1:1: found the byte 0xff"},
		"a null character":     {"ranks:\n  - [a\x00, b]\n", "f.yaml:2:7: found the control character U+0000"},
		"an escape character":  {"\x1b[31mranks", "found the control character U+001B"},
		"a picture":            {"\x89PNG\r\n\x1a\n\x00\x00", "found the byte 0x89"},
		"an open bracket":      {"ranks: [[a, b]\n", "f.yaml:1"},
		"an open quote":        {"ranks: [[\"a, b]]\n", "f.yaml:"},
		"JSON with a comma":    {`{"ranks": [["a", "b"],]},`, "f.yaml:1"},
		"JSON cut":             {`{"ranks": [["a", "b"]`, "f.yaml:1"},
		"a list of keys":       {"- ranks\n- ties\n", "want a mapping"},
		"deep":                 {"ranks: " + strings.Repeat("[", 21), "nested too deeply (max 20 levels)"},
		"a mapping for a list": {"ranks:\n  a: b\n", "found a mapping, want a list"},
		"a boolean for a name": {"ranks:\n  - [a, yes, true]\n", "found true, want text"},
		"a null for a name":    {"ranks:\n  - [a, null]\n", "found nothing, want text"},
		"a list for a name":    {"ranks:\n  - [a, [b]]\n", "found a list, want text"},
		"an escaped control":   {`{"ranks": [["a", "b\u0000"]]}`, "without control characters"},
		"an unpaired half":     {`{"ranks": [["a", "b\ud800"]]}`, ""},
	} {
		_, err := Parse("f.yaml", []byte(c.text))
		if err == nil && c.want == "" {
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), "expert: f.yaml:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

// TestExpertFormsThatPass checks a byte order mark, Windows line ends, comments, and JSON with
// tabs.
func TestExpertFormsThatPass(t *testing.T) {
	want := must.Of(New().Rank("a", "b").Build(DefaultOptions())).In(t)
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
		e, err := Parse("f.yaml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := e.Build(DefaultOptions()); err != nil || !got.Equal(want) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}
