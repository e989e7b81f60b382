package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// spooledBytes is the file size from which the table is not held in memory.
const spooledBytes = 32 << 20

// spooledList is the size in bytes from which a list is then stored in the spool file.
const spooledList = 256 << 10

func (r *training) run(cmd *cobra.Command) (err error) {
	r.start = time.Now()
	var space *spool.Space
	if info, err := os.Stat(r.data); err == nil && spool.Supported && info.Size() >= spooledBytes {
		space = &spool.Space{Least: spooledList}
		debug.SetGCPercent(25) // the heap is small, so frequent collections are cheap
		defer func() { err = errors.Join(err, space.Close()) }()
	}
	t, err := r.read(cmd, space)
	if err != nil {
		return err
	}
	if err := r.oneTarget(t); err != nil {
		return err
	}
	if err := cmp.Or(r.ownFolds(t), r.oneWriting(t)); err != nil {
		return err
	}
	encoding, err := encode.Fit(t, nil, r.spec)
	if err != nil {
		return err
	}
	if !r.quiet {
		cli.SayColumns(cmd.ErrOrStderr(), r.data, encode.Lines(t, r.spec))
	}
	c, err := r.config(len(encoding.Classes()))
	if err == nil {
		c.Loss.ClassWeights, err = r.weightsOf(encoding.Classes(), t)
	}
	if err == nil {
		err = c.Validate(1) // the folds of a column, checked before they are made
	}
	if err != nil {
		return err
	}
	engine, err := cli.OpenEngine(r.backend, work(c, encoding, t.Rows()), true)
	if err != nil {
		return err
	}
	defer engine.Close()
	if !r.quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), *engine.Choice)
	}
	_, names := encoding.Groups()
	order, err := r.orderOf(engine, t, encoding, names)
	if err != nil {
		return err
	}
	problem, encoding, err := r.prepare(cmd, c, t, order)
	if err != nil {
		return err
	}
	if problem.LeftOut > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d rows of %s are left out: they lack values\n", problem.LeftOut, problem.Rows, r.data)
	}
	for _, warning := range problem.Warnings {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s\n", warning)
	}
	if !r.quiet && (r.order != "" || r.teacher != "") {
		fmt.Fprintln(cmd.ErrOrStderr(), c.Foresee(problem.Samples(), len(encoding.Features())))
		text, err := r.expected(c, encoding, problem.Samples(), order)
		if err != nil {
			return err
		}
		if text != "" {
			fmt.Fprintln(cmd.ErrOrStderr(), text)
		}
		if reports := c.Lacks(); reports != "" {
			fmt.Fprintln(cmd.ErrOrStderr(), reports)
		}
	}
	if err := durable.MakeFolder(parent(r.out)); err != nil {
		return err
	}
	bar, options := cli.NewProgress(cmd.ErrOrStderr(), "folds", r.quiet).Untimed(), workflow.Options{}
	if options.Progress = bar.Update; r.budget > 0 {
		options.Until = r.start.Add(r.budget)
	}
	v, err := compare.Evaluate(cmd.Context(), engine.Backend, c, problem, options)
	bar.Finish()
	if v == nil {
		return cli.Leaving(r.unfinished(cmd, err), "no model was written; run the same command again to resume")
	}
	if err != nil && !r.quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), "the finished parts could not be cached:", err)
	}
	files, err := r.saved(v, encoding)
	if err != nil {
		return err
	}
	m, err := v.Files.Open(engine.Backend)
	if err != nil {
		return err
	}
	if err := m.SaveWith(r.out, files); err != nil {
		return err
	}
	if v.Unfinished != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning:", v.Unfinished)
	}
	if v.Known != nil && v.Known.Warning != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning:", v.Known.Warning)
	}
	return r.print(cmd, v)
}

// read reads the columns that are needed.
func (r *training) read(cmd *cobra.Command, space *spool.Space) (*table.Table, error) {
	o, err := r.reading.Options()
	if err != nil {
		return nil, err
	}
	o.Space = space
	if r.spec.ID == "" {
		o.Fits = func(rows, columns int) error {
			return compare.CheckMemory(0, rows, 1, columns, runtime.GOMAXPROCS(0))
		}
	}
	needed := r.spec.Group
	if r.spec.ID == "" && r.byTime != "" {
		needed = r.byTime
	}
	return table.Read(cmd.Context(), r.data, r.spec.ReadOptions(o, needed))
}

// ownFolds counts the folds that a column names.
func (r *training) ownFolds(t *table.Table) error {
	c := t.Column(r.own)
	if r.own == "" || c == nil {
		return nil // split reports it
	}
	values := map[float64]bool{}
	for i, v := range c.Values {
		if !c.Missing(i) {
			values[v] = true
		}
	}
	if r.folds = len(values); r.folds < 3 {
		return fmt.Errorf("--set own_folds=%q: the column must have at least 3 different values, got %d (each training set is split by it again)", r.own, r.folds)
	}
	return nil
}

// oneWriting returns an error if a column of folds or groups contains a number in two spellings, which would be two values.
func (r *training) oneWriting(t *table.Table) error {
	c := t.Column(r.spec.Group)
	if c == nil {
		return nil // split reports it
	}
	flag, numbers := "--group ", map[float64]string{}
	if r.own != "" {
		flag = "--set own_folds="
	}
	for _, text := range c.Categories {
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || v != v {
			continue
		}
		if other, known := numbers[v]; known {
			return fmt.Errorf("%s%.60q: %.60q and %.60q are the same number; use the same spelling in all rows", flag, r.spec.Group, other, text)
		}
		numbers[v] = text
	}
	return nil
}

// print prints the result.
func (r *training) print(cmd *cobra.Command, v *compare.Comparison) error {
	if r.json {
		return cli.PrintResult(cmd, v, r.out, true, r.quiet)
	}
	w := cmd.OutOrStdout()
	if !r.quiet {
		t := v.ModelTable()
		if t.Notes = nil; v.NoPosterior != "" {
			t.Notes = []string{"No posterior under the order was fitted: " + v.NoPosterior + "."}
		}
		fmt.Fprintln(w, t.Text())
	}
	for _, sentence := range v.Sentences() {
		fmt.Fprintln(w, sentence)
	}
	if !r.quiet {
		fmt.Fprintln(w, v.Choice())
		fmt.Fprintf(w, "Written to %s; the report is %s/%s\n", r.out, r.out, reportFile)
	}
	return nil
}

// work estimates the work of all trainings.
func work(c compare.Config, e *encode.Encoding, rows int) models.Work {
	samples := (rows-1)/e.Steps + 1
	shape := models.Shape{Batch: min(c.BatchSize, samples), Steps: e.Steps, Features: len(e.Features()), Points: c.Attribution.Points}
	return c.Model.Training(shape, c.AllSteps(samples))
}

// oneTarget returns an error if the target is a list of columns.
func (r *training) oneTarget(t *table.Table) error {
	names := strings.Split(r.spec.Target, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
		if t.Column(r.spec.Target) != nil || len(names) < 2 || t.Column(names[i]) == nil {
			return nil
		}
	}
	return fmt.Errorf("--target %.60q names %d columns, but must name one; train one model per target and drop the other targets (--target %s --drop %s)", r.spec.Target, len(names), names[0], strings.Join(names[1:], ","))
}

// orderOf returns the order of an expert or of a teacher, or none.
func (r *training) orderOf(engine cli.Engine, t *table.Table, own *encode.Encoding, names []string) (compare.Order, error) {
	switch {
	case r.teacher != "":
		return r.teach(engine, t, own, names)
	case r.order == "":
		d, err := dag.New(names, nil, nil, nil)
		return compare.Fixed(d), err
	}
	text, err := os.ReadFile(r.order)
	if err != nil {
		return nil, err
	}
	d, err := compare.ParseOrder(r.order, text, names, dag.AbsoluteScore)
	return compare.Fixed(d), err
}
