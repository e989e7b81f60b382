package studies

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestFleeting checks that programs built by go run are distinguished from installed ones.
func TestFleeting(t *testing.T) {
	for program, want := range map[string]bool{
		"/tmp/go-build1187171947/b001/exe/igbo": true, "/root/.cache/go-build/6f/6fb2-d/igbo": true,
		"/usr/local/bin/igbo": false, "/home/me/my-go-builds/igbo": false, "/tmp/go-build1/b001/igbo.test": false,
	} {
		if got := fleeting(program); got != want {
			t.Errorf("%s: %t, want %t", program, got, want)
		}
	}
}

// TestScriptOfOtherSettings checks that gather detects a script with other settings than its own.
func TestScriptOfOtherSettings(t *testing.T) {
	script := filepath.Join(t.TempDir(), "x.sh")
	text := "#!/bin/bash\nexec /opt/igbo study task \"$SLURM_ARRAY_TASK_ID/3\" recurrence --set 'alphas=0.5, 0.7' --dir /shared\n"
	must.Do(t, os.WriteFile(script, []byte(text), 0o644))
	for flags, same := range map[string]bool{"alphas=0.5, 0.7": true, "alphas=0.5": false} {
		g := &studyGather{script: script}
		cmd := &cobra.Command{}
		g.chosen.flags(cmd)
		g.set = []string{flags}
		must.Do(t, g.settle(cmd, "recurrence"))
		if line := g.planned(cmd); same != (line == "") || !same && !strings.HasPrefix(line, "exec /opt/igbo study task") {
			t.Errorf("%s: %q", flags, line)
		}
	}
}
