package models_test

import (
	"encoding/json"
	"fmt"

	"github.com/igbolab/igbolab/igbo/models"
)

// A Spec names an architecture and its settings. It is saved as JSON with a model.
func ExampleDefaultSpec() {
	spec, err := models.DefaultSpec(models.KindGRU)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec.GRU.Hidden = 16
	if _, err := spec.Build(); err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(spec)
	fmt.Println(string(text), err)
	// Output: {"kind":"gru","gru":{"hidden":16}} <nil>
}
