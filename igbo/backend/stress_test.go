package backend

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// products builds n independent products of size³. This graph hangs the Go backend in its default mode.
func products(n int) func(x *Node) *Node {
	return func(x *Node) *Node {
		sum := x
		for i := range n {
			y := AddScalar(x, float64(i))
			sum = Add(sum, Dot(y, y).Product())
		}
		return ReduceAllSum(sum)
	}
}

func square(size int) *tensors.Tensor {
	return tensors.FromScalarAndDimensions(float32(0.01), size, size)
}

// TestEmbeddedDefaultDoesNotDeadlock runs many large independent products concurrently and fails if they hang.
func TestEmbeddedDefaultDoesNotDeadlock(t *testing.T) {
	b, _, err := Select("go")
	if err != nil {
		t.Fatal(err)
	}
	exec := must.Of(NewExec(b, products(16))).In(t)
	done := make(chan error, 1)
	go func() { done <- hammer(exec, 8, 3) }()
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("the embedded backend hangs")
	}
}

// hammer calls exec `rounds` times from each of n goroutines and compares the results.
func hammer(exec *Exec, n, rounds int) error {
	var wg sync.WaitGroup
	errs := make(chan error, n)
	want, err := exec.Call1(square(192))
	if err != nil {
		return err
	}
	for range n {
		wg.Go(func() {
			for range rounds {
				got, err := exec.Call1(square(192))
				if err == nil && !got.Equal(want) {
					err = fmt.Errorf("got %s, want %s", got, want)
				}
				if err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	return <-errs
}

// BenchmarkSafeModes compares the modes of the Go backend that cannot deadlock, on a small graph with many tiny
// operations and on a large one.
func BenchmarkSafeModes(b *testing.B) {
	for _, mode := range []string{"ops_sequential", "parallelism=-1", "parallelism=0", "parallelism=1"} {
		for name, size := range map[string]int{"small": 4, "large": 384} {
			b.Run(fmt.Sprintf("mode=%s/graph=%s", mode, name), func(b *testing.B) {
				backend := must.Of(gobackend.New(mode)).In(b)
				benchmarkMode(b, backend, size)
			})
		}
	}
}

func benchmarkMode(b *testing.B, backend compute.Backend, size int) {
	exec := must.Of(NewExec(backend, products(16))).In(b)
	x := square(size)
	for b.Loop() {
		must.Of(exec.Call1(x)).In(b)
	}
}
