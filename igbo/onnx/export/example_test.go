package export_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/onnx/export"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
)

// Export a model, and read the input, the output and the notes of the file.
func ExampleModel() {
	engine, err := embedded.Open("")
	check(err)
	data, err := igbo.Tabular([]string{"age", "income"}, [][]float64{{20, 1}, {40, 2}, {50, 2}}, []float64{3, 5, 6})
	check(err)
	cfg := igbo.DefaultConfig()
	cfg.Epochs = 1
	result, err := igbo.Train(context.Background(), engine, cfg, data, nil)
	check(err)
	content, err := export.Model(result.Model, nil)
	check(err)

	file, err := modelfile.Decode(content)
	check(err)
	fmt.Println(modelfile.DescribeAll(file.Graph.Input), "→", modelfile.DescribeAll(file.Graph.Output))
	for _, note := range file.MetadataProps {
		if note.Key == export.NotesKey {
			var notes export.Notes
			check(json.Unmarshal([]byte(note.Value), &notes))
			fmt.Println(notes.Features)
		}
	}
	// Output:
	// "x" (double [N,2]) → "prediction" (double [N,1])
	// [age income]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
