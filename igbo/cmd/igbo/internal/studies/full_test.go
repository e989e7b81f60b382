package studies

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/fewsamples"
)

// settled returns a study configured by flags.
func settled(t *testing.T, name string, flags ...string) (*chosen, *cobra.Command, error) {
	t.Helper()
	c, cmd := &chosen{}, &cobra.Command{}
	c.flags(cmd)
	must.Do(t, cmd.ParseFlags(flags))
	return c, cmd, c.settle(cmd, name)
}

// TestFull checks that --full starts from the full design, which other flags change, that it is passed to the tasks of a cluster, and that
// a study without a full design refuses it.
func TestFull(t *testing.T) {
	c, cmd, err := settled(t, "few-samples", "--full", "--seeds", "3")
	if err != nil {
		t.Fatal(err)
	}
	got := c.Settings.(*fewsamples.Config)
	if want := fewsamples.FullConfig(); got.Seeds != 3 || len(got.Cases) != len(want.Cases) || len(got.Cases) == len(fewsamples.DefaultConfig().Cases) {
		t.Errorf("%d seeds of %d cases, want 3 of %d", got.Seeds, len(got.Cases), len(want.Cases))
	}
	if words := c.words(cmd); !slices.Contains(words, "--full") {
		t.Errorf("the line of a task is %q, want --full in it", words)
	}
	if _, _, err := settled(t, "noise", "--full"); err == nil || !strings.Contains(err.Error(), "noise has no full design") {
		t.Errorf("error %v, want one that says that noise has no full design", err)
	}
}

// TestListSaysFull checks that the list has the number of cells of full designs, and that a study's settings mention the full design.
func TestListSaysFull(t *testing.T) {
	var out bytes.Buffer
	cmd := newStudyListCommand()
	cmd.SetOut(&out)
	cmd.SetArgs([]string{"few-samples"})
	if err := cmd.Execute(); err != nil || !strings.Contains(out.String(), "--full selects the full design of ") {
		t.Errorf("%v: %s", err, out.String())
	}
	out.Reset()
	cmd.SetArgs(nil)
	if err := listStudies(cmd); err != nil || !strings.Contains(strings.SplitN(out.String(), "\n", 2)[0], "--full") {
		t.Errorf("%v: %s", err, out.String())
	}
}
