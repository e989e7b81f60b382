package main

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/study/catalog"
)

// TestEverySetting throws extremes at every setting of every study that
// igbo study list names: each is taken, or refused as a flag is. A setting meets
// some of the extremes, the next one the next of them, and all in a whole sweep.
// The backend is named, as to look for XLA's plugins takes longer than all else.
func TestEverySetting(t *testing.T) {
	workplace(t)
	before, settings, bad, good := tree(t), 0, 0, 0
	values := []string{
		"", "abc", "-1", "0", "1", "1.5", "NaN", "1e308", "1e309", "9223372036854775807", "9223372036854775808", "1000000000",
		"null", "[]", "[null]", "{}", `"`, ",", "\x00",
	}
	for _, d := range catalog.Studies() {
		for line := range strings.Lines(performed("study", "list", d.Name).stdout) {
			key, ok := strings.CutPrefix(line, "--set ")
			if !ok {
				continue
			}
			key, _, _ = strings.Cut(strings.Trim(key, "'"), "=")
			settings++
			for _, value := range sweep.Part(values, 8, settings) {
				if checkLine(t, []string{"study", "run", d.Name, "--backend", "go", "--set", key + "=" + value}) {
					bad++
				} else {
					good++
				}
			}
		}
	}
	if tree(t) != before {
		t.Error("a file was touched")
	}
	if tried := bad + good; settings < 500 || tried < 2*settings || bad < 3*tried/5 || good < tried/20 {
		t.Errorf("%d settings, %d refused, %d taken, so the test looks past them", settings, bad, good)
	}
	t.Logf("%d settings: %d values refused, %d taken", settings, bad, good)
}
