package plots_test

import (
	"embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	"gonum.org/v1/plot/cmpimg"
)

// goldenDelta is the colour difference allowed a pixel of a golden figure, as a
// share of the largest one: anti-aliasing may differ between machines.
const goldenDelta = 0.1

// goldens are figures of testdata, NAME_golden.png.
//
//go:embed testdata/*_golden.png
var goldens embed.FS

// source is the folder of this package.
var source string

// TestMain has examples draw in a folder of its own, to which golden figures are copied, so that they leave nothing in the checkout; but
// with -regen they draw these anew.
func TestMain(m *testing.M) {
	flag.Parse()
	if source, _ = os.Getwd(); *cmpimg.GenerateTestData {
		os.Exit(m.Run())
	}
	folder, err := os.MkdirTemp("", "plots")
	if err == nil {
		err = errors.Join(os.CopyFS(folder, goldens), os.Chdir(folder))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}
