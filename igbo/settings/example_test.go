package settings_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/settings"
)

// Start from the defaults and check the changes before a training on four inputs.
func ExampleDefaultConfig() {
	cfg := settings.DefaultConfig()
	fmt.Println(cfg.Rule, cfg.Epochs, cfg.BatchSize)
	cfg.Epochs = -1
	fmt.Println(cfg.Validate(4))
	// Output:
	// paper 120 32
	// settings: Epochs is -1, want 1 to 1000000000
}
