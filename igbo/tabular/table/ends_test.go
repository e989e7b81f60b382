package table

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestLineEnds checks that lines that end in CR, CR LF, LF or a mixture give the same table, for
// blocks of any size.
func TestLineEnds(t *testing.T) {
	want, ends := read(t, good), []string{"\r", "\r\n", "\n"}
	lines := strings.SplitAfter(good, "\n")
	for first, end := range ends {
		texts := []string{strings.ReplaceAll(good, "\n", end), strings.TrimSpace(strings.ReplaceAll(good, "\n", end)), "\ufeff" + strings.ReplaceAll(good, "\n", end), ""}
		for k, line := range lines {
			texts[3] += strings.Replace(line, "\n", ends[(first+k)%3], 1)
		}
		for _, text := range texts {
			for _, size := range []int{0, 1, 2, 3, 5, 8, 13} {
				if got, err := inBlocks(text, size); err != nil || !same(got, want) || !reflect.DeepEqual(got.lines, want.lines) {
					t.Errorf("%q in blocks of %d: %v, %+v", text, size, err, got)
				}
			}
		}
	}
	got, err := inBlocks("a,b\r1,\"x\ry\"\r2,\"z\r\n\"\"\r\"\r", 1)
	if err != nil || !slices.Equal(got.Columns[1].Categories, []string{"x\ry", "z\n\""}) || got.Rows() != 2 {
		t.Errorf("a CR in quotes: %v, %+v", err, got)
	}
	if _, err := inBlocks("a,b\r1,2\r3\r", 4); err == nil || !strings.Contains(err.Error(), "line 3: 1 columns, want 2") {
		t.Errorf("a short line: %v", err)
	}
}
