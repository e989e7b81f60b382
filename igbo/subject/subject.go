package subject

import (
	"context"
	"iter"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/subject/subprocess"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// The kinds of models.
const (
	KindIGBO    = "igbo"
	KindONNX    = "onnx"
	KindTrees   = "trees"   // an ONNX file of trees
	KindProgram = "program" // a command that answers rows with predictions
)

// Subject is a model with the data that it is explained on.
type Subject struct {
	// Model is the model, nil of one without a gradient; of an ONNX file its Config.Function is the file's.
	Model *igbo.Model
	// ModelFile and Kind are its file, or folder, and what it is; Digest is the SHA-256 of an ONNX file.
	ModelFile, Kind, Digest string
	// DataFile is the file of the data.
	DataFile string
	// Data are the samples, with zeros as targets unless HasTarget. Target names them.
	Data      igbo.Data
	HasTarget bool
	Target    string
	// Names are those of the features as the user has them, Groups their columns; nil
	// where each column is one.
	Names  []string
	Groups [][]int
	// Inputs are those of an ONNX model with the columns that they take, ByPosition where the file does
	// not name them; Output is the name of its output.
	Inputs     []Taken
	ByPosition bool
	Output     string
	// Keys names the samples, Classes the classes of the target; nil is regression.
	Keys, Classes []string
	// Columns say what each column of the data was taken for. Of Rows rows LeftOut were left out; Lost are
	// they, of a file beyond 32 MB the first thousand.
	Columns []encode.Line
	Rows    int
	LeftOut int
	Lost    []encode.Lost
	// Warnings are about dates and categories that the training did not have.
	Warnings []string
	// Trees or Program stand in place of Model, of one without a gradient: rows of [Subject.Cells] in, [Subject.Outputs] numbers a row out.
	Trees   *onnx.Trees
	Program *subprocess.Program
	// Known tells that the model is one of igbo's, whose units and loss are known.
	Known bool
	// Backend is what Model runs on.
	Backend compute.Backend

	words  [][]string // the columns' texts of a model without a gradient, nil of numbers
	unseen bool       // the target
	bulk   *bulk      // in place of the samples of a file beyond 32 MB
}

// Empty tells whether there is no model.
func (s *Subject) Empty() bool { return s == nil || s.Model == nil && !s.BlackBox() }

// BlackBox tells whether the model has no gradient: it is in Trees or in Program.
func (s *Subject) BlackBox() bool { return s.Trees != nil || s.Program != nil }

// Outputs is K, the number of outputs of the model.
func (s *Subject) Outputs() int {
	switch {
	case s.Trees != nil:
		return s.Trees.Outputs
	case s.Program != nil:
		return 1
	}
	return s.Model.Outputs()
}

// Piecewise tells whether the samples are read piece by piece, as those of a file beyond 32 MB are: Data holds none then.
func (s *Subject) Piecewise() bool { return s.bulk != nil }

// Samples is N.
func (s *Subject) Samples() int {
	if s.bulk != nil {
		return s.bulk.samples
	}
	return s.Data.Samples()
}

// Pieces yields the samples in their order: those that are held at once, those of a large table piece by piece.
func (s *Subject) Pieces(ctx context.Context) iter.Seq2[igbo.Data, error] {
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
			if piece.N() > 0 && !yield(dataOf(piece), nil) {
				return
			}
		}
	}
}

// Means are those of the columns over valid steps.
func (s *Subject) Means() []float64 {
	if s.bulk != nil {
		return s.bulk.means
	}
	d := len(s.Data.Features)
	means, count := make([]float64, d), 0.0
	for i := range len(s.Data.X) / d {
		if s.Data.Mask != nil && !s.Data.Mask[i] {
			continue
		}
		count++
		for k, v := range s.Data.X[i*d : i*d+d] {
			means[k] += (v - means[k]) / count
		}
	}
	return means
}

// FeatureColumns are the columns of each feature.
func (s *Subject) FeatureColumns() [][]int {
	if s.Groups != nil {
		return s.Groups
	}
	columns := make([][]int, len(s.Data.Features))
	for k := range columns {
		columns[k] = []int{k}
	}
	return columns
}
