package settings

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestPartsNameTheSetting checks that the error for a setting outside its range names that setting and its value.
func TestPartsNameTheSetting(t *testing.T) {
	for want, part := range map[string]interface{ Validate() error }{
		"Checkpoints.Every is -1, want 0 or more":                Checkpoints{Dir: "kept", Every: -1},
		"Checkpoints.Keep is -2, want 0 or more":                 Checkpoints{Dir: "kept", Keep: -2},
		"Checkpoints.Dir is empty, but Every is 5":               Checkpoints{Every: 5},
		"Checkpoints.Dir is empty, but Resume is set":            Checkpoints{Resume: true},
		"EarlyStopping.Patience is -1, want 0 (off) or more":     EarlyStopping{Patience: -1},
		"EarlyStopping.Every is -3 epochs, want 0 (each epoch) ": EarlyStopping{Every: -3},
	} {
		refusal.Check(t, part.Validate(), "settings: "+want)
	}
}
