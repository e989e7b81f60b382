package graphs

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/dag/pairwise"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/plots"
)

// schemas holds the texts that --schema prints.
var schemas = map[string]func() []byte{"expert": expert.Schema, "dag": dag.Schema}

// drawing is a graph as text, and as SVG if requested.
type drawing struct{ text, svg []byte }

// run computes everything in memory, and only then writes.
func (b *dagBuild) run(cmd *cobra.Command) error {
	if b.input == fromSchema {
		_, err := cmd.OutOrStdout().Write(schemas[b.schema]())
		return err
	}
	var made *drawing
	err := cli.UnlessCancelled(cmd, func(ctx context.Context) (err error) {
		made, err = b.make(ctx, cmd)
		return err
	})
	if err != nil {
		return cli.Leaving(err, "nothing was written")
	}
	var paths []string
	var texts [][]byte
	if b.svg != "" {
		paths, texts = append(paths, b.svg), append(texts, made.svg)
	}
	if b.out != "" {
		paths, texts = append(paths, b.out), append(texts, made.text)
	}
	if err := durable.WriteFiles(paths, texts, 0o666); err != nil || b.out != "" {
		return err
	}
	_, err = cmd.OutOrStdout().Write(made.text)
	return err
}

// make builds, encodes and draws the graph.
func (b *dagBuild) make(ctx context.Context, cmd *cobra.Command) (*drawing, error) {
	d, err := b.build(cmd)
	if err != nil {
		return nil, err
	}
	made := &drawing{}
	if made.text, err = b.encode(d); err != nil {
		return nil, err
	}
	if b.svg != "" {
		made.svg, err = b.draw(ctx, d)
	}
	return made, err
}

func (b *dagBuild) build(cmd *cobra.Command) (*dag.DAG, error) {
	switch b.input {
	case fromExpert:
		return b.fromExpert()
	case fromComparisons:
		return b.fromComparisons()
	}
	return b.fromScores(cmd)
}

func (b *dagBuild) fromScores(cmd *cobra.Command) (*dag.DAG, error) {
	name, in := "standard input", cmd.InOrStdin()
	if path := b.args[0]; path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		name, in = path, file
	} else if keyboard, ok := in.(*os.File); ok && term.IsTerminal(int(keyboard.Fd())) {
		fmt.Fprintln(cmd.ErrOrStderr(), "reading scores from the terminal: type a line of feature names, then one line per sample, then Ctrl-D")
	}
	scores, features, err := dag.ReadScores(name, in)
	if err != nil {
		return nil, err
	}
	opts := b.opts
	opts.Features = features
	return dag.Build(scores, opts)
}

func (b *dagBuild) fromExpert() (*dag.DAG, error) {
	file, err := os.Open(b.expert)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, expert.MaxFile+1))
	if err != nil {
		return nil, err
	}
	opinion, err := expert.Parse(b.expert, data)
	if err != nil {
		return nil, err
	}
	return opinion.Build(b.expertOptions())
}

func (b *dagBuild) fromComparisons() (*dag.DAG, error) {
	file, err := os.Open(b.comparisons)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	comparisons, err := pairwise.Read(b.comparisons, file)
	if err != nil {
		return nil, err
	}
	opts := pairwise.DefaultOptions()
	opts.Alpha, opts.R, opts.MinEpsilon, opts.Prior = b.opts.Alpha, b.opts.R, b.opts.MinEpsilon, b.prior
	strengths, err := pairwise.BradleyTerry(comparisons, opts)
	if err != nil {
		return nil, err
	}
	d, err := strengths.DAG(opts)
	if err == nil && b.opts.Form == dag.Reduction {
		d = d.TransitiveReduction()
	}
	return d, err // already transitive: its closure is itself
}

func (b *dagBuild) encode(d *dag.DAG) ([]byte, error) {
	switch b.format {
	case "json":
		return study.MarshalJSON(d)
	case "dot":
		return d.DOT(), nil
	}
	return []byte(dagTable(d)), nil
}

// draw makes the figure, unless the context ends during the layout.
func (b *dagBuild) draw(ctx context.Context, d *dag.DAG) ([]byte, error) {
	if !b.formGiven {
		d = d.TransitiveReduction()
	}
	edges := make([]plots.DAGEdge, len(d.Edges))
	for i, e := range d.Edges {
		edges[i] = plots.DAGEdge{U: e.U, V: e.V, P: e.P, Epsilon: e.Epsilon, Delta: e.Delta}
	}
	figure, err := plots.DAGContext(ctx, d.Features, edges)
	if err != nil {
		return nil, err
	}
	return figure.SVG()
}
