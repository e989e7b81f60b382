package weather

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study"
)

// TestResume: a study that is cancelled in the middle of its trainings goes on
// at their checkpoints and finds what one run does.
func TestResume(t *testing.T) {
	cfg, engine := quick(), backendtest.Open(t)
	cfg.Seeds, cfg.Epochs = 1, 6
	want, err := study.Run(t.Context(), engine, cfg, study.Options{Unkept: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o, least := study.Options{Dir: t.TempDir(), Checkpoints: 2}, 0
	o.Progress = func(done, total int) {
		if done > total/2 {
			cancel()
		}
	}
	if _, err := study.Run(ctx, engine, cfg, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want a cancellation", err)
	}
	o.OnDamaged = func(path string, err error) { t.Errorf("%s: %v", path, err) }
	o.Progress = func(done, total int) {
		if least == 0 {
			least = done
		}
	}
	got, err := study.Run(t.Context(), engine, cfg, o)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("resumed %+v, want %+v, %v", got, want, err)
	}
	if least < 10 {
		t.Errorf("it begins at step %d, want at a checkpoint", least)
	}
}
