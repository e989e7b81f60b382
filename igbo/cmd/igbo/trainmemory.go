package main

import (
	"context"
	"os"
	"runtime"
	"strings"

	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/verdict"
)

// largeFile is the size in bytes from which a file is gone through once before it is held; compressed a tenth of it.
const largeFile = 64 << 20

// fits says what a large table needs in memory where that is more than there is: its rows and columns are counted in a pass that
// holds a few mebibytes of it.
func (r *training) fits(ctx context.Context) error {
	info, err := os.Stat(r.data)
	if err != nil || r.spec.ID != "" {
		return err
	}
	if size := info.Size(); size < largeFile/10 || size < largeFile && !compressed(r.data) {
		return nil
	}
	e, err := table.File{Path: r.data, Options: table.DefaultReadOptions()}.Fit(ctx, r.spec)
	if err != nil {
		return err
	}
	return verdict.CheckMemory(float64(e.Rows)*float64(len(e.Columns)+1), e.Rows, 1, len(e.Features()), runtime.GOMAXPROCS(0))
}

// compressed tells whether a file's values take less on disk than in text.
func compressed(path string) bool {
	return strings.HasSuffix(path, ".gz") || strings.Contains(strings.ToLower(path), ".parquet")
}
