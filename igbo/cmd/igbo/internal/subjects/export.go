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
	"github.com/igbolab/igbolab/igbo/subject"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// NewExportCommand is the command export.
func NewExportCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "export MODEL --onnx FILE",
		Short: "Write a trained model as an ONNX file, with all that is done to the columns",
		Long: `Writes a model that igbo train saved as an ONNX file, which ONNX Runtime and other
runtimes serve without igbo. What training learned of the table is in the file: it
takes the table's own columns by their names and answers in the target's unit.

Each column is an input [N,1], of series [N,T] with the T steps of the training:

  numbers, booleans   float64 (0 and 1), NaN where the value is missing
  dates               float64, seconds since 1970-01-01 UTC, NaN where it is missing
  categories          strings, "" where it is missing, written as in training

A model that was saved without its table takes "x", float64 [N,D] or [N,T,D]. The
output is the target by its name, float64 [N,1]; of classes "label" and
"probabilities" [N,K] in the order of the training; of series with the steps as a
second axis. What igbo predict refuses or leaves empty, such as a category that the
training did not have, gives NaN. Series are padded after their last step.

The file is of opset 18 and of ai.onnx.ml 3. igbo explain, check and predict read it
back as the model that it was. Models that are functions of Go code, and custom
losses, are refused.`,
		Example: `  igbo export penguins --onnx penguins.onnx`,
		Args:    cli.Arguments(1, "MODEL, the folder of a saved model"),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
				return fmt.Errorf("MODEL %s: expected the folder of a model that igbo train saved", args[0])
			}
			if file == "" {
				return errors.New("no --onnx, expected the name of a file to write")
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
	cmd.Flags().StringVar(&file, "onnx", "", "the ONNX file to write")
	return cmd
}

// exported is a saved model as an ONNX file.
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
	text, found := files[subject.EncodingFile]
	if !found {
		return onnx.Export(m, nil)
	}
	e := &encode.Encoding{}
	if err := json.Unmarshal(text, e); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, subject.EncodingFile), err)
	}
	return onnx.Export(m, e)
}
