package igbo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// outcome holds everything that a resume must not change.
type outcome = modeltest.Outcome

func outcomeOf(t testing.TB, r *Result) outcome {
	t.Helper()
	return modeltest.OutcomeOf(t, r.Model.own(), r.History, r.Steps, r.BestStep, r.Stopped)
}

// resumeCases covers every kind of training state in addition to the weights.
func resumeCases(t testing.TB) map[string]Config {
	base, data, _ := modeltest.Small(t)
	base.Epochs = 20
	mlp := models.DefaultMLPConfig()
	mlp.Hidden = []int{5, 4}
	edit := func(change func(c *Config)) Config {
		c := base
		change(&c)
		return c
	}
	return map[string]Config{
		"sgd": base,
		"adam mlp": edit(func(c *Config) {
			c.Optimizer, c.Model = Optimizer{Name: "adam", LearningRate: 0.01}, models.MLPSpec(mlp)
		}),
		"rmsprop": edit(func(c *Config) {
			c.Optimizer, c.Standardize, c.DType = Optimizer{Name: "rmsprop", LearningRate: 0.01}, true, "float64"
		}),
		"diminishing": edit(func(c *Config) { c.Optimizer.Schedule = InverseRootRate }),
		"cosine":      edit(func(c *Config) { c.Optimizer.Schedule = CosineRate }),
		"armijo":      edit(func(c *Config) { c.Optimizer = Optimizer{Name: "armijo", LearningRate: 1} }),
		"λ by state":  edit(func(c *Config) { c.Lambda = train.Lambda{Kind: train.Target, Value: 0.5, Goal: 0.01, Rate: 0.1} }),
		"λ smoothed":  edit(func(c *Config) { c.Lambda = train.Lambda{Kind: train.Uncertainty} }),
		"early stop": edit(func(c *Config) {
			c.EarlyStopping = EarlyStopping{Data: data, Patience: 2, MinImprovement: 1.5, Monitor: MonitorMax}
		}),
	}
}

// TestResumeIsBitIdentical interrupts each training repeatedly at random steps, and compares
// weights, history and the reason for stopping with an uninterrupted run.
func TestResumeIsBitIdentical(t *testing.T) {
	_, data, d := modeltest.Small(t)
	apart := 6
	if backendtest.ShortOnXLA() { // each start compiles again
		apart = 12
	}
	onXLA := []string{"adam mlp", "armijo", "early stop"} // an optimiser with state, a line search, and graphs for other data
	for name, cfg := range resumeCases(t) {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(onXLA, name) {
				backendtest.LongOnXLA(t, "what is kept and read again is the same on every engine")
			}
			want := outcomeOf(t, mustTrain(t, cfg, data, d))
			rng := rand.New(rand.NewPCG(3, uint64(len(name))))
			cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Every: 3, Resume: true}
			for interruptions := 0; ; interruptions++ {
				ctx, cancel := context.WithCancel(context.Background())
				left := 1 + rng.IntN(apart)
				cfg.OnStep = func(int) {
					if left--; left == 0 {
						cancel()
					}
				}
				r, err := Train(ctx, backendtest.Open(t), cfg, data, d)
				if errors.Is(err, context.Canceled) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if got := outcomeOf(t, r); !reflect.DeepEqual(got, want) {
					t.Fatalf("after %d interruptions\n%+v, want\n%+v", interruptions, got, want)
				}
				if interruptions < 2 {
					t.Fatalf("%d interruptions, want several", interruptions)
				}
				return
			}
		})
	}
}

// TestMoreEpochsProlong checks that continuing a finished training with more epochs is the same as
// training with them from the start.
func TestMoreEpochsProlong(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	want := outcomeOf(t, mustTrain(t, cfg, data, d))
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Resume: true}
	for _, epochs := range []int{10, cfg.Epochs, cfg.Epochs} {
		cfg.Epochs = epochs
		if r := mustTrain(t, cfg, data, d); epochs == 40 && !reflect.DeepEqual(outcomeOf(t, r), want) {
			t.Error("a prolonged training differs from a long one")
		}
	}
}

// TestResumeRefuses checks that a resume rejects a different training, and that existing
// checkpoints require Resume.
func TestResumeRefuses(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Resume: true}
	mustTrain(t, cfg, data, d)
	other := modeltest.Table(63, 4)
	for _, c := range []struct {
		want string
		edit func(c *Config)
		data Data
	}{
		{"set Resume to continue", func(c *Config) { c.Checkpoints.Resume = false }, data},
		{"differs in rule, seed", func(c *Config) { c.Seed, c.Rule = 9, "mgda" }, data},
		{"differs in the data", func(*Config) {}, other},
		{"want a folder", func(c *Config) { c.Checkpoints.Dir = "" }, data},
		{"want 0 or more", func(c *Config) { c.Checkpoints.Every = -1 }, data},
		{"early stopping needs held-out data", func(c *Config) { c.EarlyStopping.Patience = 1 }, data},
	} {
		refused := cfg
		c.edit(&refused)
		wantError(t, refused, c.data, d, c.want)
	}
	must.Do(t, damage(cfg.Checkpoints.Dir))
	wantError(t, cfg, data, d, "no checkpoint can be read")
}

func wantError(t *testing.T, cfg Config, data Data, d *dag.DAG, want string) {
	t.Helper()
	_, err := Train(context.Background(), backendtest.Open(t), cfg, data, d)
	modeltest.Refused(t, err, want)
}

// damage truncates the weights of every checkpoint.
func damage(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "step-*", trained.WeightsFile))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("found %v, %w", files, err)
	}
	for _, f := range files {
		if err := os.Truncate(f, 5); err != nil {
			return err
		}
	}
	return nil
}

// TestDamagedCheckpointFallsBack checks that, if the newest checkpoint is unreadable, training
// resumes from the previous one with the same result.
func TestDamagedCheckpointFallsBack(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	want := outcomeOf(t, mustTrain(t, cfg, data, d))
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Every: 7, Keep: 3, Resume: true}
	mustTrain(t, cfg, data, d)
	found, err := filepath.Glob(filepath.Join(cfg.Checkpoints.Dir, "step-*"))
	if err != nil || len(found) != 3 {
		t.Fatalf("checkpoints %v, %v, want 3", found, err)
	}
	must.Do(t, os.Remove(filepath.Join(found[2], trained.StateFile)))
	if got := outcomeOf(t, mustTrain(t, cfg, data, d)); !reflect.DeepEqual(got, want) {
		t.Error("the result after a damaged checkpoint differs")
	}
}
