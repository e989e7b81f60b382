package plots_test

import (
	"cmp"
	"embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/cmpimg"
)

// goldenDelta is the tolerated colour difference per pixel, as a fraction of the largest possible
// difference. Anti-aliasing may differ between machines.
const goldenDelta = 0.1

// goldens holds the golden figures, testdata/NAME_golden.png.
//
//go:embed testdata/*_golden.png
var goldens embed.FS

// source is the folder of this package.
var source string

// TestMain lets the examples draw in a temporary folder and compares their figures with the golden
// ones. With -regen, the examples write the golden figures instead.
func TestMain(m *testing.M) {
	flag.Parse()
	var folder string
	var err error
	if source, err = os.Getwd(); err == nil && !*cmpimg.GenerateTestData {
		folder, err = os.MkdirTemp("", "plots")
		err = errors.Join(err, os.CopyFS(folder, goldens), os.Chdir(folder))
	}
	code := 1
	if err == nil {
		code, err = m.Run(), errors.Join(compared()...)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// compared compares the figures that the examples drew with the golden figures, or replaces the
// golden figures if -regen is set.
func compared() (errs []error) {
	drawn, _ := filepath.Glob("testdata/*.png")
	for _, path := range drawn {
		name, golden := strings.TrimSuffix(path, ".png"), strings.TrimSuffix(path, ".png")+"_golden.png"
		switch {
		case strings.HasSuffix(name, "_golden"):
		case *cmpimg.GenerateTestData:
			errs = append(errs, os.Rename(path, golden))
		default:
			got, err := os.ReadFile(path)
			want, missing := os.ReadFile(golden)
			same := false
			if err = errors.Join(err, missing); err == nil {
				same, err = cmpimg.EqualApprox("png", got, want, goldenDelta)
			}
			if err != nil || !same {
				errs = append(errs, fmt.Errorf("FAIL: %s differs from its golden figure (go test -run Example -regen): %w", path, cmp.Or(err, errors.New("another picture"))))
			}
		}
	}
	return errs
}
