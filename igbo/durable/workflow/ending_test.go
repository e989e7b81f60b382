package workflow

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"
)

// ends fails if a function does not end.
func ends(t *testing.T, do func()) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		do()
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the study hangs")
	}
}

func goexit(context.Context, *Work, int) (int, error) { runtime.Goexit(); return 0, nil }

func one(context.Context, *Work, int) (int, error) { return 1, nil }

// TestGoexit checks that a cell that ends its goroutine, as testing's FailNow does, ends the study.
func TestGoexit(t *testing.T) {
	ends(t, func() {
		if _, err := Run(t.Context(), nil, odd(goexit, 0), Options{Unkept: true}); err == nil || !strings.Contains(err.Error(), "workflow: odd: ") {
			t.Errorf("error %v", err)
		}
	})
}

// TestProgressPanics checks that a panic in the caller's progress function reaches the caller.
func TestProgressPanics(t *testing.T) {
	defer func() {
		if c, ok := recover().(*crash); !ok || !strings.Contains(c.Error(), "no bar") {
			t.Errorf("recovered %v", c)
		}
	}()
	_, _ = Run(t.Context(), nil, odd(one, 0), Options{Unkept: true, Progress: func(int, int) { panic("no bar") }})
}

func holdsAny(context.Context, *Work, int) (any, error) { return 1, nil }

type hollow struct{ Empty []struct{} }

func hollowPart(context.Context, *Work, int) (hollow, error) { return hollow{make([]struct{}, 3)}, nil }

// TestTaskKeepsEveryPart checks that a task fails if a part cannot be stored in a file, and that Run computes
// such a part every time.
func TestTaskKeepsEveryPart(t *testing.T) {
	o := Options{Dir: t.TempDir()}
	if _, err := Task(t.Context(), nil, odd(holdsAny, 0), o, 0, 1); err == nil || !strings.Contains(err.Error(), `storing the part "odd"`) {
		t.Errorf("error %v", err)
	}
	if v, err := Run(t.Context(), nil, odd(holdsAny, 0), o); v != 1 || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := Task(t.Context(), nil, odd(hollowPart, 0), o, 0, 1); err != nil {
		t.Error(err)
	}
	if v, err := Gather(t.Context(), nil, odd(hollowPart, 0), GatherOptions{Dir: o.Dir}); err != nil || len(v.Empty) != 3 {
		t.Errorf("%v, %v", v, err)
	}
}
