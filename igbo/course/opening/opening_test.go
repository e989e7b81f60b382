package opening

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study/fewsamples"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/plots/inline"
)

var pictures = map[string]func() (*inline.FrameSet, error){
	"00": Values, "01": Order, "02": Path, "03": Edge, "03b": Samples, "04": Gradients, "04b": Humps, "05": Start, "06": Travel, "07": When, "08": Bend, "09": Claim, "10": Rows, "11": Units, "12": Rules,
}

// TestPictures checks that each figure has frames of at most 300 kB, and a title that states the finding. IGBO_PICTURES names a folder for
// pages with the figures.
func TestPictures(t *testing.T) {
	for name, draw := range pictures {
		f := must.Of(draw()).In(t)
		if n := len(f.HTML()); n > 300_000 || n < 10_000 {
			t.Errorf("%s: %d bytes, want at most 300 000", name, n)
		}
		if f.Title() == "" {
			t.Errorf("%s has no title", name)
		}
		if dir := os.Getenv("IGBO_PICTURES"); dir != "" {
			must.Do(t, os.WriteFile(filepath.Join(dir, name+".html"), f.Page(), 0o644))
			t.Logf("%s: %d bytes", name, len(f.HTML()))
		}
	}
}

// TestTitles checks the statements in titles.
func TestTitles(t *testing.T) {
	d := loans()
	set, lowest := d.pareto()
	if at := fmt.Sprintf("%.2f", lowest); at != "[1.10 1.57]" {
		t.Errorf("the lowest error is at %s, expected that of notebook 5", at)
	}
	for i := range set.X[1:] { // along the set, the error increases and the loss of the order decreases
		a, b := []float64{set.X[i], set.Y[i]}, []float64{set.X[i+1], set.Y[i+1]}
		before, _ := d.loss(a)
		after, _ := d.loss(b)
		if after < before || d.missed(b) > d.missed(a) {
			t.Errorf("the set is no trade at %v", b)
		}
	}
	for start, want := range map[[2]float64]string{{0.3, 0.2}: "0.28 0.01", {0.2, 2.2}: "0.08 0.36"} { // the slider of notebook 5
		way := d.descend("", start[:])
		end := []float64{way.X[len(way.X)-1], way.Y[len(way.Y)-1]}
		loss, _ := d.loss(end)
		if got := fmt.Sprintf("%.2f %.2f", loss, d.missed(end)); got != want {
			t.Errorf("from %v the losses end at %s, expected %s", start, got, want)
		}
	}
	for _, name := range []string{"adam 0.001", "sgd 0.01"} {
		if a, b := trained(name, 1)[38400], trained(name, 0.5)[38400]; a > 1e-2 || b > 1e-2 {
			t.Errorf("%s does not arrive: %g and %g", name, a, b)
		}
	}
	seen := map[string]float64{} // no two samples give the same graph, and the features, which are equal, always get edges
	for sample := 1.0; sample <= 6; sample++ {
		d := must.Of(equals(uint64(sample))).In(t)
		edges := ""
		for _, e := range d.Edges {
			edges += fmt.Sprint(e.U, "→", e.V, " ")
		}
		if other, twice := seen[edges]; twice || len(d.Edges) == 0 {
			t.Errorf("the samples %g and %g give the graph %s", sample, other, edges)
		}
		seen[edges] = sample
	}
	for _, size := range []float64{25, 100, 400, 1600} { // P loses half of its jump; the continuous rule has a bias that decreases
		paper, continuous := humps("P", projection.Paper{}, size), humps("continuous", projection.Continuous{}, size)
		if math.Abs(paper.Mu-0.5) > 0.05 || math.Abs(continuous.Mu-0.7) > 0.4/math.Sqrt(size) {
			t.Errorf("batches of %g: means %g and %g", size, paper.Mu, continuous.Mu)
		}
	}
	if left := trained("adam 0.001", 1)[3840]; math.Abs(left-0.76) > 0.01 {
		t.Errorf("adam has %g left after 3840 steps", left)
	}
}

var update = flag.Bool("update", false, "write claim.json from the committed result")

// TestClaim checks that the evidence in notebook 9 follows from the committed result, whose cases
// share 64 draws.
func TestClaim(t *testing.T) {
	result := studytest.Committed[*fewsamples.Result](t, fewsamples.Definition())
	want := claimed{Draws: []int{4, 8, 16, 32, 64}}
	want.Ratios = make([][][3]float64, len(want.Draws))
	for _, name := range []string{"n = 8", "centre", "n = 32", "n = 64", "n = 128", "n = 512"} {
		at := slices.IndexFunc(result.Cases, func(f fewsamples.Found) bool { return f.Case.Name == name })
		if at < 0 {
			t.Fatalf("the case %q is not in the committed result", name)
		}
		found := result.Cases[at]
		want.Rows = append(want.Rows, float64(found.Case.Samples))
		a, b := trial.Find(found.Entries, "IGBO, order only").Errors, trial.Find(found.Entries, "ridge").Errors
		for i, k := range want.Draws {
			ratio, low, high := trial.Ratio(a[:k], b[:k], trial.DefaultCompareOptions())
			want.Ratios[i] = append(want.Ratios[i], [3]float64{trial.Round(ratio, 3), trial.Round(low, 3), trial.Round(high, 3)})
		}
	}
	text := append(must.Of(json.Marshal(want)).In(t), '\n')
	if *update {
		must.Do(t, os.WriteFile("claim.json", text, 0o644))
	} else if !bytes.Equal(text, claimResults) {
		t.Error("claim.json differs from the committed result: go test ./igbo/course/opening -run TestClaim -update")
	}
}
