package train

import (
	"iter"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// inPlace is an executable that writes its results into existing buffers, which can be inputs. The
// programs of the embedded backend implement it. A step then allocates no tensors or buffers.
type inPlace interface {
	compute.Executable
	ExecuteInto(inputs, outputs []compute.Buffer) error
}

// resident is a compiled step for batches of one shape that updates the variables in place. The
// tensors in the store stay the same and hold the state after the step.
type resident struct {
	engine    compute.Backend
	execute   inPlace
	batch     []any             // flat data of the batch's tensors
	variables []*model.Variable // variables, in the order of the inputs after the batch
	changed   []int             // indices of the inputs that the step changes, in the order of its outputs
	inputs    []compute.Buffer
	outputs   []compute.Buffer // the variables and the record
	record    []float64
}

// resident returns a resident step like the one that a graph took on a batch. It returns nil if the
// backend does not support it.
func (d *Driver) resident(g *graph.Graph, parts []part, rows int) (*resident, error) {
	execute, ok := g.Executable().(inPlace)
	if !ok {
		return nil, nil
	}
	r := &resident{engine: d.backend, execute: execute}
	for _, p := range parts {
		buffer, flat, err := d.backend.NewSharedBuffer(0, p.shape(rows))
		if err != nil {
			return nil, err
		}
		r.inputs, r.batch = append(r.inputs, buffer), append(r.batch, flat)
	}
	names, _ := execute.Inputs()
	shapes := execute.Outputs()
	for _, name := range names[len(parts):] {
		r.variables = append(r.variables, d.store.GetVariable(name))
	}
	if slices.Contains(r.variables, nil) {
		return nil, nil // an input from outside the store, which only GoMLX can provide
	}
	for v := range d.store.IterVariables() { // in the order of model.Exec's outputs
		if v.ChangedInGraph(g) {
			r.changed = append(r.changed, len(parts)+slices.Index(r.variables, v))
		}
	}
	if len(shapes) != len(r.changed)+1 {
		return nil, nil
	}
	record, _, err := d.backend.NewSharedBuffer(0, shapes[len(r.changed)])
	if err != nil {
		return nil, err
	}
	r.inputs = slices.Grow(r.inputs, len(r.variables))[:len(names)]
	r.outputs = append(make([]compute.Buffer, len(r.changed)), record)
	return r, nil
}

// bind locates the current tensors of the variables. It reports false if the backend does not own
// all of them, for instance after the caller has set one; a step by GoMLX fixes that.
func (r *resident) bind() bool {
	first := len(r.inputs) - len(r.variables)
	for i, v := range r.variables {
		value, err := v.Value()
		if err != nil {
			return false
		}
		if r.inputs[first+i], err = value.Buffer(r.engine, 0); err != nil {
			return false
		}
	}
	for k, at := range r.changed {
		value, _ := r.variables[at-first].Value()
		if value.IsShared() || value.IsLocal() {
			return false // its tensor shares memory that the step would not update
		}
		r.outputs[k] = r.inputs[at]
	}
	return true
}

// step takes a step on rows and returns its record, which the next step overwrites.
func (r *resident) step(parts []part, rows []int) ([]float64, error) {
	for i, p := range parts {
		p.fill(r.batch[i], rows)
	}
	if err := r.execute.ExecuteInto(r.inputs, r.outputs); err != nil {
		return nil, err
	}
	flat, err := r.outputs[len(r.outputs)-1].Data()
	r.record = widened(r.record[:0], flat)
	return r.record, err
}

// byRows takes one step per call on rows of data in memory. The first step of each shape runs
// through GoMLX, and later ones in place if the backend supports it.
type byRows struct {
	driver    *Driver
	source    *Batches
	parts     []part
	residents map[int]*resident // by number of rows
	records   [1][]float64
	next      func() ([]int, bool)
	end       func()
}

func (d *Driver) byRows(b *Batches) (*byRows, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	s := &byRows{driver: d, source: b, parts: b.parts(), residents: map[int]*resident{}}
	s.next, s.end = iter.Pull(b.rows())
	return s, nil
}

func (s *byRows) stop() { s.end() }

func (s *byRows) take(int) ([][]float64, error) {
	rows, _ := s.next() // never ends
	if r := s.residents[len(rows)]; r != nil && r.bind() {
		record, err := r.step(s.parts, rows)
		s.records[0] = record
		return s.records[:], err
	}
	batch := s.source.batch(rows)
	records, g, err := s.driver.call(program{layoutOf(batch), oneStep}, 1, tensorsOf(batch), nil)
	if err != nil || s.residents[len(rows)] != nil {
		return records, err
	}
	s.residents[len(rows)], err = s.driver.resident(g, s.parts, len(rows))
	return records, err
}
