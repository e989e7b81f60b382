package inline

import (
	"bytes"
	"strings"
	"testing"
)

func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	bar := newProgress("seeds", 1000, false, &out)
	for range 1000 {
		bar.Add(1)
	}
	bar.Done()
	bar.Done()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 10 || !strings.HasPrefix(lines[0], "seeds: 100 of 1000 steps, ") || !strings.HasPrefix(lines[9], "seeds: 1000 of 1000 steps in ") {
		t.Errorf("%d lines, want nine tenths and the end:\n%s", len(lines), out.String())
	}
}
