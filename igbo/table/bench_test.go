package table

import (
	"context"
	"os"
	"testing"
)

// BenchmarkRead reads the file that TABLE names.
func BenchmarkRead(b *testing.B) {
	path := os.Getenv("TABLE")
	for range b.N {
		if _, err := Read(context.Background(), path, DefaultReadOptions()); err != nil {
			b.Fatal(err)
		}
	}
}
