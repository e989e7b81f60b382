package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/recurrence"
)

// TestPrintResults checks that tables and their paths are printed, except with --quiet and --json.
func TestPrintResults(t *testing.T) {
	results := []study.Result{&recurrence.Result{}, &recurrence.Result{}}
	for _, c := range []struct {
		json, quiet bool
		want        string
	}{{false, false, "Written to out"}, {false, true, ""}, {true, false, `"rows"`}, {true, true, `"rows"`}} {
		var out bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetOut(&out)
		err := PrintResults(cmd, results, "out", c.json, c.quiet)
		text := out.String()
		if err != nil || !strings.Contains(text, c.want) || c.quiet && !c.json && text != "" {
			t.Errorf("%+v: %v, printed %.200s", c, err, text)
		}
		if (c.json || c.quiet) && (strings.Contains(text, "Written") || strings.Contains(text, "by chance")) {
			t.Errorf("%+v: printed %.200s", c, text)
		}
	}
}
