package exported

import (
	"errors"
	"testing"
)

func TestTwice(t *testing.T) {
	for text, want := range map[string]string{
		"igbo: no data": "", "training: early stopping: samples: no data": "", "oracle: loading f: oracle: no weights": "oracle",
		"train: step 3: train: the dataset ended": "train", "task: a\ntask: b": "", "igbo: training: 3 rows": "", "table: the table: empty": "",
		"train: step 1: graphFn panicked: train: no variable": "",
		"oracle: settings: settings: 0 epochs":                "settings",
	} {
		if got := Twice(errors.New(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
