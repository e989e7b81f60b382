package complete

import (
	"slices"
	"strings"
	"testing"
)

// TestImports checks that paths are completed only in import declarations, without packages that cells cannot import.
func TestImports(t *testing.T) {
	r := &Reader{Help: Help{Exports: listed}, Modules: func() []string { return []string{"example.org/strange"} }}
	for _, c := range []struct{ code, want, not string }{
		{"import \"str|", "strings", "strconv/x"},
		{"import \"strings|\"", "strings", "fmt"},
		{"import (\n\t\"fmt\"\n\tx \"example.|\n)", "example.org/strange", "fmt"},
		{"import (\n\t\"|\"\n)", "fmt", "internal/abi"},
		{"x := \"str|", "", "strings"},
		{"import \"fmt\"\nx := \"str|\"", "", "strings"},
		{"%time fm|", "", "fmt"},
		{"!ls\n%tim|", "%time", "fmt"},
	} {
		before, after, _ := strings.Cut(c.code, "|")
		got := r.Complete(t.Context(), before+after, len(before))
		names := got["matches"].([]string)
		if c.want != "" && !slices.Contains(names, c.want) || slices.Contains(names, c.not) {
			t.Errorf("%s: %q, want %s and not %s", c.code, names, c.want, c.not)
		}
		if start := got["cursor_start"].(int); c.want != "" && !strings.HasPrefix(c.want, before[start:]) {
			t.Errorf("%s: %d is not where it begins", c.code, start)
		}
	}
}
