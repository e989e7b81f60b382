package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Result is what a study finds: plain data that knows its tables and figures.
type Result interface {
	Tables() []tabulate.Table
	// Figures draws them; the first is the main one.
	Figures() ([]plots.Figure, error)
}

// Definition is a study by its name, whatever the types of its settings and
// result, for those who run any.
type Definition struct {
	// Name is that of `igbo study run NAME`.
	Name string
	// Question is what the study answers, in a sentence.
	Question string
	// Seeds is the key of the number of seeds ([Set]); empty if there are none.
	Seeds string
	// NeedsBackend reports whether it trains anything.
	NeedsBackend bool
	// Results holds what is committed with the study; nil if nothing is. The files are result.json, or with a Prefix PREFIX.json; PREFIXtimings.json of
	// the run that made it; and PREFIXanswer.tmpl, the template of a sentence or two that answer the question with cells of the
	// result: {{cell TABLE COLUMN KEY…}}, where the empty table is the first.
	Results fs.FS
	Prefix  string
	// Brief are settings as KEY=VALUE with which the study takes seconds. Folded are the paths of settings, such as Cases[0].Name, that the fold
	// alone reads, with Brief. The tests of all studies use both.
	Brief, Folded []string

	settings func() any // a pointer to the defaults
	full     func() any // a pointer to the settings of the full design; nil if there is none
	erase    func(settings any) workflow.Study[Result]
	decode   func(text []byte) (Result, error)
}

// Define makes a definition of a study with these default settings and, where it has one, those of its full design, which is for a cluster.
func Define[C workflow.Study[R], R Result](d Definition, defaults func() C, full ...func() C) Definition {
	d.settings = pointing(defaults)
	if len(full) > 0 {
		d.full = pointing(full[0])
	}
	d.erase = func(settings any) workflow.Study[Result] { return erased[R]{*settings.(*C)} }
	d.decode = func(text []byte) (Result, error) {
		var r R
		err := UnmarshalJSON(text, &r)
		return r, err
	}
	return d
}

// Committed returns the JSON of the committed result, which documents quote; nil if there is none that can be read.
func (d Definition) Committed() []byte {
	text, _ := d.beside(d.resultFile())
	return text
}

// Timings returns the JSON of the committed result's times; nil if there is none that can be read.
func (d Definition) Timings() []byte {
	text, _ := d.beside(d.Prefix + "timings.json")
	return text
}

// Answer returns the template of the committed answer; empty if there is none that can be read.
func (d Definition) Answer() string {
	text, _ := d.beside(d.Prefix + "answer.tmpl")
	return strings.TrimSuffix(string(text), "\n")
}

func (d Definition) resultFile() string { return cmp.Or(d.Prefix, "result") + ".json" }

// beside reads a file of Results, at each call: those of all studies are megabytes, and every command makes all definitions.
// One that is not there is nil without an error.
func (d Definition) beside(name string) ([]byte, error) {
	if d.Results == nil {
		return nil, nil
	}
	text, err := fs.ReadFile(d.Results, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return text, nil
}

// pointing makes a pointer to new settings.
func pointing[C any](settings func() C) func() any { return func() any { return new(settings()) } }

// HasFull reports whether the study has a full design.
func (d Definition) HasFull() bool { return d.full != nil }

// Full returns the study with the settings of its full design. Error: it has none.
func (d Definition) Full() (*Instance, error) {
	if d.full == nil {
		return nil, fmt.Errorf("study: %s has no full design, want its default settings or separate ones", d.Name)
	}
	return &Instance{d, d.full()}, nil
}

// erased is a study that has forgotten the type of its result.
type erased[R Result] struct{ workflow.Study[R] }

// Cells implements workflow.Study.
func (e erased[R]) Cells(p *workflow.Plan) (func(*workflow.Parts) (Result, error), error) {
	fold, err := e.Study.Cells(p)
	if err != nil {
		return nil, err
	}
	return func(parts *workflow.Parts) (Result, error) { return fold(parts) }, nil
}

// New returns the study with its default settings.
func (d Definition) New() *Instance { return &Instance{d, d.settings()} }

// With returns the study with settings that were written as JSON.
func (d Definition) With(settings []byte) (*Instance, error) {
	i := d.New()
	return i, UnmarshalJSON(settings, i.Settings)
}

// Read reads a result that was written as JSON.
func (d Definition) Read(text []byte) (Result, error) { return d.decode(text) }

// Reported returns the result that is committed beside the study; nil if there is none.
// Errors: one that cannot be read.
func (d Definition) Reported() (Result, error) {
	text, err := d.beside(d.resultFile())
	if text == nil && err == nil {
		return nil, nil
	}
	var result Result
	if err == nil {
		result, err = d.Read(text)
	}
	if err != nil {
		return nil, fmt.Errorf("study: the committed result of %s: %w", d.Name, err)
	}
	return result, nil
}

// Reported is [Definition.Reported] with its type. Errors: a study without a committed result, or with one of another type.
func Reported[R Result](d Definition) (result R, err error) {
	found, err := d.Reported()
	result, ok := found.(R)
	if err == nil && !ok {
		err = fmt.Errorf("study: the committed result of %s is a %T, want a %T", d.Name, found, result)
	}
	return result, err
}

// Instance is a study with its own settings.
type Instance struct {
	Definition
	// Settings points to the settings.
	Settings any
}

// SetSeeds sets the number of seeds.
func (i *Instance) SetSeeds(n int) error {
	if i.Seeds == "" {
		return fmt.Errorf("study: %s has no seeds", i.Name)
	}
	return Set(i.Settings, i.Seeds, fmt.Sprint(n))
}

// Validate says what is wrong with the settings.
func (i *Instance) Validate() error { return i.study().Validate() }

// Run is [workflow.Run] with the instance's settings.
func (i *Instance) Run(ctx context.Context, backend compute.Backend, o workflow.Options) (Result, error) {
	return workflow.Run(ctx, backend, i.study(), o)
}

// Task is [workflow.Task] with the instance's settings.
func (i *Instance) Task(ctx context.Context, backend compute.Backend, o workflow.Options, k, n int) (workflow.Done, error) {
	return workflow.Task(ctx, backend, i.study(), o, k, n)
}

// Gather is [workflow.Gather] with the instance's settings.
func (i *Instance) Gather(ctx context.Context, backend compute.Backend, o workflow.GatherOptions) (Result, error) {
	return workflow.Gather(ctx, backend, i.study(), o)
}

// Cells returns the number of cells.
func (i *Instance) Cells() (int, error) {
	p, err := workflow.PlanOf(i.study())
	if err != nil {
		return 0, err
	}
	return len(p.Digests()), nil
}

// Digests returns the digests of the cells (see [workflow.Plan.Digests]), also of invalid settings.
func (i *Instance) Digests() ([]string, error) {
	p := &workflow.Plan{}
	_, err := i.study().Cells(p)
	return p.Digests(), err
}

func (i *Instance) study() workflow.Study[Result] { return i.erase(i.Settings) }

// Sized is what settings are that can tell how much work their study is.
type Sized interface{ Work() models.Work }

// Work is about how much work the study is; nothing where its settings do not tell.
func (i *Instance) Work() models.Work {
	if s, ok := i.Settings.(Sized); ok {
		return s.Work()
	}
	return models.Work{}
}
