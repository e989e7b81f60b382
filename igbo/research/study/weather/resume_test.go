package weather

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestResume checks that a study that is cancelled during its trainings resumes from their checkpoints and finds the result of
// one run.
func TestResume(t *testing.T) {
	cfg, engine := quick(), backendtest.Open(t)
	cfg.Seeds, cfg.Epochs = 1, 6
	want := studytest.Found[*Result](t, engine, cfg)
	ctx, cancel := context.WithCancel(t.Context())
	o := workflow.Options{Dir: t.TempDir(), Checkpoints: 2}
	o.Progress = func(done, total int) {
		if done > total/2 {
			cancel()
		}
	}
	if _, err := workflow.Run(ctx, engine, cfg, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want a cancellation", err)
	}
	if n := len(checkpoints(t, o.Dir)); n == 0 {
		t.Error("no checkpoint is left behind")
	}
	o.OnDamaged = func(path string, err error) { t.Errorf("%s: %v", path, err) }
	o.Progress = nil
	got, err := workflow.Run(t.Context(), engine, cfg, o)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("resumed %+v, want %+v, %v", got, want, err)
	}
	if left := checkpoints(t, o.Dir); len(left) > 0 {
		t.Errorf("checkpoints of finished trainings are left: %v", left)
	}
}

// checkpoints lists the files of unfinished cells.
func checkpoints(t *testing.T, dir string) (files []string) {
	t.Helper()
	must.Do(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && filepath.Dir(path) != dir {
			files = append(files, path)
		}
		return err
	}))
	return files
}
