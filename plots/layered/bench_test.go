package layered

import (
	"fmt"
	"testing"
)

// BenchmarkDraw draws random acyclic graphs.
func BenchmarkDraw(b *testing.B) {
	for _, size := range [][2]int{{10, 45}, {30, 200}, {100, 500}, {1000, 1500}, {1000, 3000}} {
		g := randomGraph(1, size[0], size[1], false)
		b.Run(fmt.Sprintf("nodes=%d/edges=%d", size[0], size[1]), func(b *testing.B) {
			for b.Loop() {
				if _, err := Draw(b.Context(), g, config); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	full := randomGraph(2, 78, 0, false)
	for v := range 78 {
		for u := range v {
			full.Edges = append(full.Edges, [2]int{u, v})
		}
	}
	b.Run("nodes=78/edges=3003", func(b *testing.B) {
		for b.Loop() {
			if _, err := Draw(b.Context(), full, config); err != nil {
				b.Fatal(err)
			}
		}
	})
}
