package models

// Work estimates the cost of a computation. backend.SelectFor uses it to select a backend. All fields are
// totals, so works can be added.
type Work struct {
	// Calls is the number of graph calls. Operations is the number of nodes executed in them. Flops is the
	// number of floating-point operations.
	Calls      float64 `json:"calls"`
	Operations float64 `json:"operations"`
	Flops      float64 `json:"flops"`
	// Graphs is the number of graphs compiled. Compiled is the number of nodes in them; a recurrence counts as
	// a loop.
	Graphs   float64 `json:"graphs"`
	Compiled float64 `json:"compiled"`
}

// Plus returns the sum of two works.
func (w Work) Plus(o Work) Work {
	return Work{w.Calls + o.Calls, w.Operations + o.Operations, w.Flops + o.Flops, w.Graphs + o.Graphs, w.Compiled + o.Compiled}
}

// Times returns n times the work.
func (w Work) Times(n float64) Work {
	return Work{n * w.Calls, n * w.Operations, n * w.Flops, n * w.Graphs, n * w.Compiled}
}

// Shape is the shape of a batch x [Batch,Steps,Features]. Points is the number of quadrature points of its
// scores, or 0 for no scores.
type Shape struct{ Batch, Steps, Features, Points int }

// Graph sizes, measured for the default specs. A step without scores has about a quarter of the nodes.
const (
	stepNodes   = 400 // nodes of an IGBO step with a linear model
	layerNodes  = 300 // additional nodes per layer
	cellNodes   = 270 // additional nodes per time step of an unrolled recurrence
	loopNodes   = 900
	unitFlops   = 50 // operations per unit for its activation and gates, because exponentials are expensive
	otherGraphs = 3  // other graphs that training compiles: predictions, losses, scores
)

// size returns the multiplications per time step, the units, the layers, and whether the model is recurrent.
func (s Spec) size(features int) (products, units, layers float64, recurrent bool) {
	d := float64(features)
	dense := func(widths ...int) {
		in := d
		for _, n := range append(widths, 1) {
			products, units, layers, in = products+in*float64(n), units+float64(n), layers+1, float64(n)
		}
		units-- // the output has no activation
	}
	switch {
	case s.Kind == KindMLP && s.MLP != nil:
		dense(s.MLP.Hidden...)
	case s.Kind == KindGRU && s.GRU != nil:
		h := float64(s.GRU.Hidden)
		return 3*h*(d+h) + h, 3 * h, 1, true
	case s.Kind == KindLSTM && s.LSTM != nil:
		h := float64(s.LSTM.Hidden)
		return 4*h*(d+h) + h, 4 * h, 1, true
	case s.Kind == KindAttention && s.Attention != nil:
		w, l := float64(s.Attention.Width), float64(s.Attention.Layers)
		return d*w + l*12*w*w, 8 * l * w, 4 * l, false
	case s.Kind == KindConv && s.Conv != nil:
		c, l, k := float64(s.Conv.Channels), float64(s.Conv.Layers), float64(s.Conv.Kernel)
		return k*d*c + max(0, l-1)*k*c*c + c, l * c, 2 * l, false
	default:
		dense()
	}
	return products, units, layers, false
}

// Forward returns the work of one model call.
func (s Spec) Forward(b Shape) Work {
	products, units, layers, recurrent := s.size(b.Features)
	w := Work{Calls: 1, Graphs: 1, Operations: 20 * layers, Flops: float64(b.Batch) * float64(b.Steps) * (2*products + unitFlops*units)}
	w.Compiled = w.Operations
	if recurrent {
		w.Operations *= float64(b.Steps)
	}
	return w
}

// Attribution returns the work of computing h once and, if requested, its gradient. The derivative is computed
// in forward mode with a tangent per feature, or in reverse mode if T = 1.
func (s Spec) Attribution(b Shape, gradient bool) Work {
	_, _, layers, recurrent := s.size(b.Features)
	w := Work{Calls: 1, Graphs: 1, Operations: stepNodes/2 + layerNodes*layers/2}
	tangents := float64(min(b.Features, 2*b.Steps))
	w.Flops = s.Forward(b).Flops * float64(max(1, b.Points)) * (1 + tangents)
	w.Compiled = w.Operations
	if recurrent {
		w.Operations, w.Compiled = w.Operations+cellNodes*float64(b.Steps), loopNodes
	}
	if gradient {
		w.Flops *= 3
		return w
	}
	w.Operations, w.Compiled = w.Operations/2, w.Compiled/4
	return w
}

// Step returns the work of one training step with the scores, or on the task loss only if Points is 0.
func (s Spec) Step(b Shape) Work {
	forward := s.Forward(b)
	w := Work{Calls: 1, Graphs: 1, Operations: stepNodes/4 + 5*forward.Operations, Flops: 3 * forward.Flops, Compiled: stepNodes/4 + 5*forward.Compiled}
	if b.Points == 0 {
		return w
	}
	scores := s.Attribution(b, true)
	return Work{1, w.Operations + scores.Operations, w.Flops + scores.Flops, 1, w.Compiled + scores.Compiled}
}

// Training returns the work of the given number of training steps and of compiling all graphs of a training
// run.
func (s Spec) Training(b Shape, steps int) Work {
	step := s.Step(b)
	w := step.Times(float64(steps))
	w.Graphs, w.Compiled = 1+otherGraphs, step.Compiled*(1+otherGraphs/4.)
	return w
}
