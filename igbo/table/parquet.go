package table

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
)

func parquetChunks(ctx context.Context, name string, f *os.File, o ReadOptions) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) { yield(nil, errors.New("table: parquet")) }
}

func heldParquet(ctx context.Context, name string, r io.Reader, o ReadOptions) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) { yield(nil, errors.New("table: parquet")) }
}
