package subjects

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// NewExportCommand returns the command export.
func NewExportCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "export MODEL --onnx FILE",
		Short: "Export a trained model as an ONNX file",
		Long: `Write a model that igbo train saved as an ONNX file, for ONNX Runtime and similar
programs. The file contains the preprocessing: it takes the columns of the table by
name, and returns predictions in the unit of the target.

Each column is an input of shape [N,1], or [N,T] for series with T training steps:

  numbers, booleans   float64 (0 and 1), NaN if missing
  dates               float64, seconds since 1970-01-01 UTC, NaN if missing
  categories          strings as in training, "" if missing

A model without a table has one input "x", float64 [N,D] or, for series, [N,T,D]. The
output has the name of the target, float64 [N,1]; classes have the outputs "label" and
"probabilities" [N,K]. For a row that igbo predict would refuse or leave empty, the ONNX
model returns NaN. The file uses opset 18 and ai.onnx.ml 3. Models of Go functions and
custom losses cannot be exported.`,
		Example: `  igbo export penguins --onnx penguins.onnx`,
		Args:    cli.Arguments(1, "MODEL, the folder of a saved model"),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
				return fmt.Errorf("MODEL must be a folder that igbo train wrote, got %s", args[0])
			}
			if file == "" {
				return errors.New("--onnx is required: the name of the file to write")
			}
			var paths cli.Paths
			paths.Reads("MODEL", args[0])
			paths.Writes("onnx", file)
			return paths.Check(cmd)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var content []byte
			err := cli.UnlessCancelled(cmd, func(context.Context) (err error) {
				content, err = exported(args[0])
				return err
			})
			if err == nil {
				err = durable.WriteFile(file, content, 0o666)
			}
			if err != nil {
				return cli.Leaving(err, "nothing was written")
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Written to %s\n", file)
			return err
		},
	}
	cmd.Flags().StringVar(&file, "onnx", "", "ONNX file to write")
	return cmd
}

// exported returns a saved model as an ONNX file.
func exported(folder string) ([]byte, error) {
	engine, err := cli.OpenEngine("go", models.Work{}, true)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	m, err := igbo.Load(engine.Backend, folder)
	if err != nil {
		return nil, err
	}
	files, err := durable.ReadFolder(folder)
	if err != nil {
		return nil, err
	}
	text, found := files[explainer.EncodingFile]
	if !found {
		return onnx.Export(m, nil)
	}
	e := &encode.Encoding{}
	if err := json.Unmarshal(text, e); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, explainer.EncodingFile), err)
	}
	return onnx.Export(m, e)
}
