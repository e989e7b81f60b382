package dag

import (
	"strings"
	"testing"
)

// TestExpertFileLimit: a file at the limit of size is read, one byte more is an
// error, with a byte order mark too.
func TestExpertFileLimit(t *testing.T) {
	text := "ranks: [[a, b]]\n#"
	for _, mark := range []string{"", "\ufeff"} {
		full := mark + text + strings.Repeat("x", MaxExpertFile-len(mark)-len(text))
		if _, err := ParseExpert("f", []byte(full)); err != nil {
			t.Errorf("%d bytes: %v", len(full), err)
		}
		if _, err := ParseExpert("f", []byte(full+"x")); err == nil || !strings.Contains(err.Error(), "expected at most") {
			t.Errorf("%d bytes: error %v, want the limit", len(full)+1, err)
		}
	}
}
