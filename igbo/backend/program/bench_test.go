package program

import (
	"fmt"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/product"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// BenchmarkProducts measures products on one core, with and without programs.
func BenchmarkProducts(b *testing.B) {
	for _, f := range []product.Form{formed(1, 640, 1, 10, false, false), formed(1, 256, 32, 32, false, false), formed(1, 512, 256, 256, false, false), formed(1, 512, 256, 256, true, false)} {
		for name, engine := range map[string]compute.Backend{"backend": engine(b), "program": Wrap(engine(b), 1)} {
			b.Run(fmt.Sprintf("%+v/%s", f, name), func(b *testing.B) {
				in := factors(f, dtypes.Float32, plain)
				e := compiled(b, engine, in, multiplied(f))
				x := []compute.Buffer{must.Get(engine.BufferFromFlatData(0, in[0].flat, in[0].shape())), must.Get(engine.BufferFromFlatData(0, in[1].flat, in[1].shape()))}
				for b.Loop() {
					must.Get(e.Execute(x, nil, 0))
				}
			})
		}
	}
}
