package doctest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestLabPictureIsNew: README's picture of the lab has inside it the text of the cell that it shows, which the test in the
// browser put there, and that is a cell of the notebook.
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
