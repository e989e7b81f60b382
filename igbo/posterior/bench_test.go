package posterior

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkChain times a chain of 500 + 2 000 sweeps on one core.
func BenchmarkChain(b *testing.B) {
	for _, d := range []int{10, 50} {
		for _, trust := range []Trust{Hard, Soft} {
			for _, base := range []Base{Gauss, Laplace} {
				b.Run(fmt.Sprintf("N=64/D=%d/%s/%s", d, trust, base), func(b *testing.B) {
					cfg := DefaultConfig()
					cfg.Trust, cfg.Base = trust, base
					var above [][2]int
					for k := range d - 1 {
						above = append(above, [2]int{k, k + 1})
					}
					p, u, err := newProblem(context.Background(), table(1, 64, d, Squared), Order{Above: above}, cfg)
					if err != nil {
						b.Fatal(err)
					}
					for b.Loop() {
						p.walk(u, 2).advance(cfg.Burn + cfg.Draws)
					}
				})
			}
		}
	}
}
