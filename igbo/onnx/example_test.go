package onnx_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/onnx"
)

// Export a model to an ONNX file and print the inputs of the file.
func ExampleExport() {
	engine, _, err := backend.Select("")
	check(err)
	data, err := igbo.Tabular([]string{"age", "income"}, [][]float64{{20, 1}, {40, 2}, {50, 2}}, []float64{3, 5, 6})
	check(err)
	result, err := igbo.Train(context.Background(), engine, igbo.DefaultConfig(), data, nil)
	check(err)
	content, err := onnx.Export(result.Model, nil)
	check(err)
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "model.onnx")
	check(os.WriteFile(file, content, 0o666))
	exported, err := onnx.OpenExported(engine, file)
	check(err)
	fmt.Println(exported.Model.Features)
	// Output: [age income]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
