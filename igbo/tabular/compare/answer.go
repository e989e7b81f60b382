package compare

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/linear"
)

// Outcome is the answer to a question in one or two words.
type Outcome string

// The outcomes. For [Comparison.Use], they refer to the saved model.
const (
	Helps        Outcome = "helps"
	Costs        Outcome = "costs"
	NoDifference Outcome = "makes no difference" // the interval is within the margin
	Undecided    Outcome = "undecided"           // not enough samples to decide
)

// An Answer compares the loss of a model on held-out data with that of a reference.
type Answer struct {
	Outcome Outcome `json:"outcome"`
	// Model and Reference name the models compared.
	Model     string `json:"model"`
	Reference string `json:"reference"`
	// Ratio is the loss of Model over that of Reference, with its interval: 0.9 is 10 % less error.
	Ratio    Interval `json:"ratio"`
	Sentence string   `json:"sentence"`
}

// judgement answers the questions from the models' losses.
type judgement struct {
	v      *Comparison
	models []candidate
	parts  []foldPart
	comparison
}

// answer sets the ranking, the answers and the sentence.
func (v *Comparison) answer(j judgement) {
	reference := j.find(string(linear.Ridge))
	for _, c := range j.models {
		v.Ranking = append(v.Ranking, RankingEntry{c.name, c.id, c.kept, c.errors, j.of(reference.losses, c.losses), c.knows})
	}
	if v.ordered() {
		v.Holds, v.Helps = j.holds(), j.helps()
	}
	v.Use = j.use()
	v.Outcome = v.Use.Outcome
	if v.Holds != nil {
		v.Outcome = v.Holds.Outcome
	}
	v.Sentence = strings.Join(v.Sentences(), " ")
}

// find returns a model by its name in Config.Keep, or nil.
func (j judgement) find(id string) *candidate {
	i := slices.IndexFunc(j.models, func(c candidate) bool { return c.id == id })
	if i < 0 {
		return nil
	}
	return &j.models[i]
}

// obeying returns the model that must follow the order, and the same model without it. Usually,
// these are posterior means; if the order contains more than directions, both know the directions.
// For networks and for orders with numbers, which posteriors do not support, they are IGBO with and
// without the order.
func (j judgement) obeying() (with, without *candidate) {
	if with, without = j.posteriors(); with != nil && without != nil && !quantified(j.v.Order) && !j.v.Config.network() {
		return with, without
	}
	return j.trained()
}

// trained returns the model that was trained with the order, and the same model without it.
func (j judgement) trained() (with, without *candidate) {
	v := j.v
	plain := candidate{name: "the same model without the order"}
	igbo := candidate{name: trainedName}
	plain.losses.folds = v.each(func(f Fold) float64 { return f.Without.Loss })
	igbo.losses.folds = v.each(func(f Fold) float64 { return f.With.Loss })
	plain.losses.rows, igbo.losses.rows = j.rows(KeepPlain), j.rows(KeepIGBO)
	return &igbo, &plain
}

// trainedName names the model that was trained with the order in answers.
const trainedName = "IGBO"

// quantified reports whether an order has bounds, ties, or edges with numbers.
func quantified(d *dag.DAG) bool {
	open := 0
	for _, e := range d.OpenEnds() {
		if e.Epsilon && e.Delta {
			open++
		}
	}
	return len(d.Bounds) > 0 || len(d.Ties) > 0 || open < len(d.Edges)
}

// posteriors returns the posterior under the hard order and the one without it, nil where there is none.
func (j judgement) posteriors() (with, without *candidate) {
	with, without = j.find(string(linear.PosteriorHard)), j.find(string(linear.PosteriorSigns))
	if without == nil {
		without = j.find(string(linear.PosteriorBare))
	}
	return with, without
}

// learning returns the model that learns how far to trust the order, and the same model without the
// order. It returns nil if there is none.
func (j judgement) learning() (with, without *candidate) {
	if j.v.Config.Gate {
		_, plain := j.trained()
		return j.find(KeepIGBO), plain
	}
	with, without = j.find(string(linear.PosteriorSoft)), j.find(string(linear.PosteriorBare))
	if with == nil || without == nil || j.v.Config.network() {
		return nil, nil
	}
	return with, without
}

// holds answers whether the order holds in these data.
func (j judgement) holds() *Answer {
	with, without := j.obeying()
	a := &Answer{Model: with.name, Reference: without.name}
	if with.name == trainedName && j.v.unused() && !j.v.ranked() {
		a.Outcome, a.Ratio = Undecided, Interval{1, 1, 1}
		a.Sentence = "Whether the directions of your order hold was not tested: this model does not use them."
		return a
	}
	j.v.Agreeing = agreeing(without.losses.folds, with.losses.folds)
	a.Outcome, a.Ratio = j.effect(without.losses, with.losses)
	a.Sentence = j.v.reportsHolds(*a)
	if signs, bare := j.find(string(linear.PosteriorSigns)), j.find(string(linear.PosteriorBare)); without == signs && signs != nil && bare != nil {
		var d Answer
		if d.Outcome, d.Ratio = j.effect(bare.losses, signs.losses); d.Outcome == Costs {
			a.Outcome = Costs
		}
		a.Sentence += j.v.reportsDirections(d)
	}
	return a
}

// ranked reports whether the order says more than directions.
func (v *Comparison) ranked() bool {
	return len(v.Order.Edges)+len(v.Order.Bounds)+len(v.Order.Ties) > 0
}

// unused reports whether the order has directions that the trained model does not use.
func (v *Comparison) unused() bool { return v.Config.ignores(v.Order) }

// ignores reports whether an order has directions that the trained model does not use: they apply to linear models of one output.
func (c Config) ignores(d *dag.DAG) bool {
	return len(d.Directions) > 0 && (c.network() || c.outputs() != 1)
}

// helps answers whether knowing the order helps.
func (j judgement) helps() *Answer {
	with, without := j.learning()
	if with == nil {
		return nil
	}
	a := &Answer{Model: with.name, Reference: without.name}
	a.Outcome, a.Ratio = j.effect(without.losses, with.losses)
	a.Sentence = j.v.reportsHelps(*a)
	return a
}

// effect compares a model that knows the order with the same model that does not.
func (j judgement) effect(without, with heldOut) (Outcome, Interval) {
	loss := stat.Mean(without.folds, nil)
	a := agreement{share: agreeing(without.folds, with.folds), q: j.v.statements(), loss: j.v.Config.Loss}
	a.n = float64(j.v.Samples) * float64(j.v.Config.Folds-1) / float64(j.v.Config.Folds)
	j.gains, j.costs = a.widths(loss, j.level)
	i := j.of(without, with)
	if a.share == 1 || j.exact(without) && j.exact(with) {
		return NoDifference, i
	}
	return outcomeOf(i, j.v.Config.Margin), i
}

// exactly is the fraction of the constant prediction's loss below which a model predicts the target
// almost exactly. almostSure is the same for the log loss.
const (
	exactly    = 1e-6
	almostSure = 0.01
)

// exact reports whether a model predicts the target almost exactly.
func (j judgement) exact(h heldOut) bool {
	most := exactly
	if j.v.Config.Loss.Classifies() {
		most = almostSure
	}
	return stat.Mean(h.folds, nil) <= most*j.v.constantLoss()
}

// outcomeOf judges the ratio of a loss to its reference.
func outcomeOf(i Interval, margin float64) Outcome {
	switch {
	case i.Low > 1-margin && i.High < 1+margin:
		return NoDifference
	case i.High < 1:
		return Helps
	case i.Low > 1:
		return Costs
	}
	return Undecided
}

// use answers which model to use. It compares the saved model with the best model in the table. The
// interval has the configured level for all models together (Bonferroni), because the best model is
// selected afterwards.
func (j judgement) use() Answer {
	kept := j.find(j.v.keptRow())
	best := kept
	for i := range j.models {
		if c := &j.models[i]; c.errors.Loss < best.errors.Loss {
			best = c
		}
	}
	a := Answer{Model: kept.name, Reference: best.name, Outcome: NoDifference, Ratio: Interval{1, 1, 1}}
	if best != kept {
		j.level = 1 - (1-j.level)/float64(max(len(j.models)-1, 1))
		a.Ratio = j.of(best.losses, kept.losses)
		a.Outcome = outcomeOf(a.Ratio, j.v.Config.Margin)
		if j.exact(best.losses) && j.exact(kept.losses) {
			a.Outcome = NoDifference
		}
	}
	a.Sentence = j.v.reportsUse(a, *kept, *best)
	switch c := j.find(string(KeepMean)); {
	case j.exact(kept.losses):
		a.Sentence += " The saved model predicts the target almost exactly: check whether a column was computed from it."
	case c != nil && kept.errors.Loss >= c.errors.Loss:
		a.Sentence += fmt.Sprintf(" The saved model is no better than predicting %s.", c.name)
	}
	return a
}

// rows returns the losses of a model for single samples, by fold.
func (j judgement) rows(id string) (list [][]float64) {
	for _, f := range j.parts {
		list = append(list, f.Rows[id])
	}
	return list
}
