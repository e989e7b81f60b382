package studytest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// Settings changes one setting after the other. It checks that each change alters the result, apart from the settings in it,
// and that parts cached for other settings are not reused. It returns the number of changed settings. It skips values that
// Validate rejects.
func Settings[R any, C workflow.Study[R]](t *testing.T, backend compute.Backend, cfg C) (changed int) {
	t.Helper()
	o := workflow.Options{Dir: t.TempDir()}
	ask := func(what string, o workflow.Options) string {
		t.Helper()
		found, err := workflow.Run(t.Context(), backend, workflow.Study[R](cfg), o)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		return findings(t, found)
	}
	base := ask("the settings as they are", o)
	leaves(reflect.ValueOf(&cfg).Elem(), "settings", func(v reflect.Value, path string) {
		old := reflect.ValueOf(v.Interface())
		if shrink(v) && cfg.Validate() == nil {
			changed++
			kept := ask(path, o)
			if kept == base {
				t.Errorf("%s: changed, and nothing else is found", path)
			}
			if kept != ask(path, workflow.Options{Unkept: true}) {
				t.Errorf("%s: changed, and answered from parts of other settings", path)
			}
		}
		v.Set(old)
	})
	return changed
}

// findings returns a result as JSON without its settings; NaN equals NaN in it.
func findings(t *testing.T, result any) string {
	t.Helper()
	text := must.Of(study.MarshalJSON(result)).In(t)
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return string(text)
	}
	delete(fields, "config")
	return fmt.Sprintf("%s", fields) // sorted by key
}

// shrink changes a number, and removes the last element of a list.
func shrink(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint64:
		return change(v)
	case reflect.Float64:
		v.SetFloat(cmp.Or(0.9*v.Float(), 0.1))
	case reflect.Slice:
		if v.Len() < 2 {
			return false
		}
		v.Set(v.Slice(0, v.Len()-1))
	default:
		return false
	}
	return true
}

// Found runs a study without a cache.
func Found[R any](t *testing.T, backend compute.Backend, s workflow.Study[R]) R {
	t.Helper()
	return must.Of(workflow.Run(t.Context(), backend, s, workflow.Options{Unkept: true})).In(t)
}

// Grown runs a study with a cache, and then another study with more runs. there is the number of steps of the second study that
// were cached, and all its total number of steps.
func Grown[R any](t *testing.T, backend compute.Backend, s, another workflow.Study[R]) (first, second R, there, all int) {
	t.Helper()
	o := workflow.Options{Dir: t.TempDir()}
	first = must.Of(workflow.Run(t.Context(), backend, s, o)).In(t)
	o.Progress = func(done, total int) {
		if all == 0 {
			there, all = done, total
		}
	}
	return first, must.Of(workflow.Run(t.Context(), backend, another, o)).In(t), there, all
}

// Cancelled runs a study that is cancelled after a number of steps, and checks that it stops there. It returns the number of
// progress reports.
func Cancelled[R any](t *testing.T, backend compute.Backend, s workflow.Study[R], after int) (reports int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := workflow.Run(ctx, backend, s, workflow.Options{Unkept: true, Progress: func(done, _ int) {
		if reports++; done >= after {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want one of the cancellation", err)
	}
	return reports
}

// mostRefused is the largest total memory of the rejected settings of a study, in bytes.
const mostRefused = 64 << 20

// Refused sets counts to numbers near ±2⁶³, to 10¹¹, 0 and −1. Each must be rejected before memory is allocated, with an error
// that contains the allowed values or the required memory. Each function validates settings with the count that it is named
// after.
func Refused(t *testing.T, counts map[string]func(n int) error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, validate := range counts {
		for _, n := range []int{math.MaxInt, math.MaxInt - 1, math.MaxInt/2 + 1, 1e11, -1, 0, math.MinInt} {
			if err := validate(n); err == nil || !refusal.Allowed(err.Error()) {
				t.Errorf("%s = %d: error %v, want one that names what is allowed or how much memory it needs", name, n, err)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > mostRefused {
		t.Errorf("refusing took %d bytes, want at most %d", taken, mostRefused)
	}
}

// Counts is Refused for counts among a study's settings.
func Counts[C interface{ Validate() error }](t *testing.T, defaults func() C, counts map[string]func(c *C, n int)) {
	t.Helper()
	validate := map[string]func(n int) error{}
	for name, set := range counts {
		validate[name] = func(n int) error {
			c := defaults()
			set(&c, n)
			return c.Validate()
		}
	}
	Refused(t, validate)
}
