package explainer

import (
	"context"
	"iter"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/explainer/subprocess"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// The kinds of models.
const (
	KindIGBO    = "igbo"
	KindONNX    = "onnx"
	KindTrees   = "trees"   // an ONNX file of trees
	KindProgram = "program" // a command that prints a prediction for each row
)

// An Explainer holds a model and the data to explain.
type Explainer struct {
	// Model is the model, nil for a model without a gradient. For an ONNX file, Config.Function is the function of the file.
	Model *igbo.Model
	// ModelFile is the model's file or folder, and Kind its kind. Digest is the SHA-256 of an ONNX file.
	ModelFile, Kind, Digest string
	// DataFile is the path of the data.
	DataFile string
	// Data holds the samples. The targets are zeros unless HasTarget is true. Target names the targets.
	Data      igbo.Data
	HasTarget bool
	Target    string
	// Names lists the user's names of the features, Groups their columns. Groups is nil if each column is a feature.
	Names  []string
	Groups [][]int
	// Inputs lists the inputs of an ONNX model and the columns that they take. ByPosition reports whether columns are assigned by position
	// because the file does not name them. Output is the name of its output.
	Inputs     []Taken
	ByPosition bool
	Output     string
	// Keys names the samples. Classes lists the classes of the target; nil for regression.
	Keys, Classes []string
	// Columns describes how each column of the data is used. LeftOut counts the rows, out of Rows, that were left out. Lost lists them, for a
	// file beyond 32 MB only the first thousand.
	Columns []encode.Line
	Rows    int
	LeftOut int
	Lost    []encode.Lost
	// Warnings lists warnings about dates and categories that are not in the training data.
	Warnings []string
	// Trees or Program is set instead of Model for a model without a gradient. Its inputs are the rows of [Explainer.Cells]; it returns
	// [Explainer.Outputs] numbers for each row.
	Trees   *onnx.Trees
	Program *subprocess.Program
	// Known reports whether igbo trained the model, so its units and loss are known.
	Known bool
	// Backend is the backend on which Model runs.
	Backend compute.Backend

	words  [][]string // the texts of a column for a model without a gradient, nil for numbers
	unseen bool       // reports whether the target is not read
	bulk   *bulk      // instead of the samples, for a file beyond 32 MB
}

// Empty reports whether there is no model.
func (s *Explainer) Empty() bool { return s == nil || s.Model == nil && !s.BlackBox() }

// BlackBox reports whether the model has no gradient; it is then in Trees or in Program.
func (s *Explainer) BlackBox() bool { return s.Trees != nil || s.Program != nil }

// Outputs returns K, the number of outputs of the model.
func (s *Explainer) Outputs() int {
	switch {
	case s.Trees != nil:
		return s.Trees.Outputs
	case s.Program != nil:
		return 1
	}
	return s.Model.Outputs()
}

// Piecewise reports whether the samples are read in pieces, as for a table beyond 32 MB. Data then has no samples.
func (s *Explainer) Piecewise() bool { return s.bulk != nil }

// Samples returns N, the number of samples.
func (s *Explainer) Samples() int {
	if s.bulk != nil {
		return s.bulk.samples
	}
	return s.Data.Samples()
}

// Pieces yields the samples in order: all at once if they are in memory, else in pieces.
func (s *Explainer) Pieces(ctx context.Context) iter.Seq2[igbo.Data, error] {
	return func(yield func(igbo.Data, error) bool) {
		if s.bulk == nil {
			yield(s.Data, nil)
			return
		}
		for piece, err := range s.bulk.pieces(ctx) {
			if err != nil {
				yield(igbo.Data{}, err)
				return
			}
			if piece.Samples() > 0 && !yield(piece.WithTargets(), nil) {
				return
			}
		}
	}
}

// Means returns the means of the columns over valid steps.
func (s *Explainer) Means() []float64 {
	if s.bulk != nil {
		return s.bulk.means.Values()
	}
	var m samples.Means
	m.Add(s.Data.View(nil))
	return m.Values()
}

// FeatureColumns returns the columns of each feature.
func (s *Explainer) FeatureColumns() [][]int {
	if s.Groups != nil {
		return s.Groups
	}
	columns := make([][]int, len(s.Data.Features))
	for k := range columns {
		columns[k] = []int{k}
	}
	return columns
}
