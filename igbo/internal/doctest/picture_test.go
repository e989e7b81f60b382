package doctest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
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

// TestComparisonPictureIsNew checks that README's figure of the comparison is the saved output of notebook 1.
func TestComparisonPictureIsNew(t *testing.T) {
	const file, shown = "notebooks/images/verdict.png", "notebooks/01_your_data.ipynb"
	var book struct {
		Cells []struct {
			ID      string
			Outputs []struct {
				Data map[string]any
			}
		}
	}
	must.Do(t, json.Unmarshal([]byte(read(t, shown)), &book))
	for _, c := range book.Cells {
		if c.ID != "main" {
			continue
		}
		text, _ := c.Outputs[len(c.Outputs)-1].Data["image/png"].(string)
		want := must.Of(base64.StdEncoding.DecodeString(strings.TrimSpace(text))).In(t)
		got := must.Of(os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))).In(t)
		if len(want) == 0 || !bytes.Equal(got, want) {
			t.Errorf("%s is not the figure of the cell main of %s: copy the cell's PNG output to it", file, shown)
		}
		return
	}
	t.Errorf("%s has no cell main", shown)
}
