package dag

import (
	"strings"
	"testing"
)

// TestErrorsQuoteLittle: an error does not quote a whole file.
func TestErrorsQuoteLittle(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for what, read := range map[string]func() error{
		"text for a mapping": func() error { _, err := ParseExpert("f", []byte(long)); return err },
		"a key":              func() error { _, err := ParseExpert("f", []byte(long+": 1\n")); return err },
		"a score":            func() error { _, err := ParseExpert("f", []byte("score: "+long)); return err },
		"a number":           func() error { _, err := ParseExpert("f", []byte("bounds: [{feature: a, min: "+long+"}]")); return err },
		"a name":             func() error { _, _, err := ReadScores("f", strings.NewReader("a\x01"+long+"\n1\n")); return err },
		"a field":            func() error { _, _, err := ReadScores("f", strings.NewReader("a\n"+long+"\n")); return err },
		"a weight": func() error {
			_, err := ReadComparisons("f", strings.NewReader("winner,loser,weight\na,b,"+long+"\n"))
			return err
		},
		"a column": func() error { _, err := ReadComparisons("f", strings.NewReader(long+",b\n")); return err },
	} {
		if err := read(); err == nil || len(err.Error()) > 2*shownMessage {
			t.Errorf("%s: error %.100v of %d bytes, want one of %d at most", what, err, len(err.Error()), 2*shownMessage)
		}
	}
}
