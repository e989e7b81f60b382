package igbo

import (
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// FuzzFiles checks that the files of a saved model, whatever their content, give a model that
// predicts, or a one-line error of the package, without a panic.
func FuzzFiles(f *testing.F) {
	backend := backendtest.Open(f)
	cfg, data, d := modeltest.Small(f)
	cfg.Epochs, cfg.Standardize = 1, true
	good := must.Of(mustTrain(f, cfg, data, d).Model.Files()).In(f)
	const described = "model.json"
	weights := ""
	for name := range good {
		if name != described {
			weights = name
		}
	}
	f.Add(good[described], good[weights])
	f.Add([]byte(strings.ReplaceAll(string(good[described]), "1", "-1")), good[weights])
	f.Add([]byte(strings.ReplaceAll(string(good[described]), "0", "1e999")), good[weights][:len(good[weights])/2])
	f.Add([]byte(`{"format_version": 1}`), []byte{})
	f.Fuzz(func(t *testing.T, description, content []byte) {
		m, err := Files{described: description, weights: content}.Open(backend)
		if err != nil {
			refusal.OfFile(t, err, "trained: ")
			return
		}
		if len(m.Features) > 1000 || m.Steps > 1000 {
			t.Skip("a large model")
		}
		y, err := m.Predict(data)
		if !slices.Equal(m.Features, data.Features) || m.Steps != data.Steps {
			return // the data may not match; any error is fine
		}
		if err != nil {
			refusal.OfFile(t, err, "evaluation: ", "samples: ")
			if !strings.Contains(err.Error(), "too large") { // finite weights can have sums that are not finite
				t.Fatalf("no predictions: %v", err)
			}
		} else if len(y) != data.Samples() {
			t.Fatalf("%d predictions of %d samples", len(y), data.Samples())
		}
	})
}
