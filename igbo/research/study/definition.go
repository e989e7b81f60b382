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

// Result is the result of a study: plain data with methods for its tables and figures.
type Result interface {
	Tables() []tabulate.Table
	// Figures draws the figures; the first one is the main figure.
	Figures() ([]plots.Figure, error)
}

// Definition describes a study independently of the types of its settings and result, so code can run any study.
type Definition struct {
	// Name is the NAME in `igbo study run NAME`.
	Name string
	// Question is the question of the study, in one sentence.
	Question string
	// Seeds is the key of the number of seeds ([Set]); empty if there are none.
	Seeds string
	// NeedsBackend reports whether the study trains a model.
	NeedsBackend bool
	// Results has the committed files of the study; nil if there are none. The files are result.json (with a Prefix,
	// PREFIX.json), the PREFIXtimings.json of the run, and PREFIXanswer.tmpl. The last one is the template of a short answer
	// to the question, which quotes cells of the result: {{cell TABLE COLUMN KEY…}}. An empty TABLE is the first table.
	Results fs.FS
	Prefix  string
	// Brief has settings as KEY=VALUE with which the study takes seconds. Folded has the paths of settings, such as
	// Cases[0].Name, that only the fold reads in the study with Brief. The tests of all studies use both.
	Brief, Folded []string

	settings func() any // returns a pointer to the default settings
	full     func() any // returns a pointer to the settings of the full design; nil if there is none
	erase    func(settings any) workflow.Study[Result]
	decode   func(text []byte) (Result, error)
}

// Define returns the definition of a study with these default settings. full, if given, returns the settings of the full
// design, which is for a cluster.
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

// Committed returns the JSON of the committed result, which documents quote, or nil if there is none or it cannot be read.
func (d Definition) Committed() []byte {
	text, _ := d.beside(d.resultFile())
	return text
}

// Timings returns the JSON of the committed result's timings, or nil if there are none or they cannot be read.
func (d Definition) Timings() []byte {
	text, _ := d.beside(d.Prefix + "timings.json")
	return text
}

// Answer returns the template of the committed answer, or an empty string if there is none or it cannot be read.
func (d Definition) Answer() string {
	text, _ := d.beside(d.Prefix + "answer.tmpl")
	return strings.TrimSuffix(string(text), "\n")
}

func (d Definition) resultFile() string { return cmp.Or(d.Prefix, "result") + ".json" }

// beside reads a file of Results. It reads at each call, because the files of all studies have megabytes and every command
// makes all definitions. For a missing file it returns nil without an error.
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

// pointing returns a function that returns a pointer to new settings.
func pointing[C any](settings func() C) func() any { return func() any { return new(settings()) } }

// HasFull reports whether the study has a full design.
func (d Definition) HasFull() bool { return d.full != nil }

// Full returns the study with the settings of its full design. It returns an error if there is none.
func (d Definition) Full() (*Instance, error) {
	if d.full == nil {
		return nil, fmt.Errorf("study: %s has no full design; use its default settings, or change them with --set", d.Name)
	}
	return &Instance{d, d.full()}, nil
}

// erased is a study whose result type is hidden.
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

// With returns the study with settings in JSON.
func (d Definition) With(settings []byte) (*Instance, error) {
	i := d.New()
	return i, UnmarshalJSON(settings, i.Settings)
}

// Read decodes a result in JSON.
func (d Definition) Read(text []byte) (Result, error) { return d.decode(text) }

// Reported returns the committed result, or nil if there is none. It returns an error if the result cannot be read.
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
		return nil, fmt.Errorf("study: reading the committed result of %s: %w", d.Name, err)
	}
	return result, nil
}

// Reported is [Definition.Reported] with the type of the result. It returns an error if the study has no committed result, or
// one of another type.
func Reported[R Result](d Definition) (result R, err error) {
	found, err := d.Reported()
	result, ok := found.(R)
	if err == nil && !ok {
		err = fmt.Errorf("study: the committed result of %s is a %T, want a %T", d.Name, found, result)
	}
	return result, err
}

// Instance is a study with settings.
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

// Validate checks the settings.
func (i *Instance) Validate() error { return i.study().Validate() }

// Run calls [workflow.Run] with the instance's settings.
func (i *Instance) Run(ctx context.Context, backend compute.Backend, o workflow.Options) (Result, error) {
	return workflow.Run(ctx, backend, i.study(), o)
}

// Task calls [workflow.Task] with the instance's settings.
func (i *Instance) Task(ctx context.Context, backend compute.Backend, o workflow.Options, k, n int) (workflow.Done, error) {
	return workflow.Task(ctx, backend, i.study(), o, k, n)
}

// Gather calls [workflow.Gather] with the instance's settings.
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

// Digests returns the digests of the cells (see [workflow.Plan.Digests]), even for invalid settings.
func (i *Instance) Digests() ([]string, error) {
	p := &workflow.Plan{}
	_, err := i.study().Cells(p)
	return p.Digests(), err
}

func (i *Instance) study() workflow.Study[Result] { return i.erase(i.Settings) }

// Sized is implemented by settings that can estimate the work of their study.
type Sized interface{ Work() models.Work }

// Work returns an estimate of the work of the study, or zero if its settings do not implement [Sized].
func (i *Instance) Work() models.Work {
	if s, ok := i.Settings.(Sized); ok {
		return s.Work()
	}
	return models.Work{}
}
