package doctest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab/browsertest"
)

// TestTourPictureIsNew checks that the animated picture of README.md contains the text of the cells that TestTour runs, and is small.
func TestTourPictureIsNew(t *testing.T) {
	const file = browsertest.TourPicture
	if !strings.Contains(read(t, "README.md"), "]("+file+")") {
		t.Errorf("README.md does not show %s", file)
	}
	picture := must.Of(os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))).In(t)
	if !bytes.Contains(picture, []byte(strings.Join(browsertest.Tour, "\n\n"))) {
		t.Errorf("%s shows other cells: IGBOLAB_TOUR=$PWD/%[1]s go test -tags browser ./igbo/lab/browsertest -run TestTour", file)
	}
	if !bytes.Contains(picture, []byte("acTL")) || len(picture) > 1<<20 {
		t.Errorf("%s has %d bytes, want an animated PNG of at most 1 MiB", file, len(picture))
	}
}

// TestLabPictureIsNew checks that README's picture of the lab is up to date: the test in the browser has stored the text of the visible
// cell in it, which must be a cell of the notebook.
func TestLabPictureIsNew(t *testing.T) {
	const file, shown = "notebooks/images/lab.png", "notebooks/03_clt_dag.ipynb"
	if !strings.Contains(read(t, "README.md"), "]("+file+")") {
		t.Errorf("README.md does not show %s", file)
	}
	picture := must.Of(os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))).In(t)
	for _, c := range books(t)[shown].Cells {
		if strings.Contains(c.text(), "inline.Slider(") {
			if !bytes.Contains(picture, []byte(c.text())) {
				t.Errorf("%s is older than the cell %q of %s: IGBOLAB_PICTURE=$PWD/%[1]s go test -tags browser ./igbo/lab/browsertest -run TestPicture", file, c.ID, shown)
			}
			return
		}
	}
	t.Errorf("%s has no slider", shown)
}
