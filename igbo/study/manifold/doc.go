// Package manifold shows what becomes of attributions where the path leaves the
// manifold that the data lie on. In flow a law of inputs along a curve, and
// networks that differ in their seed alone; each cell trains one of them and attributes
// one input along two paths; out flow outputs on the paths, attributions with
// their truth, tables and figures. It needs a backend.
//
// # The question
//
// The straight path from a baseline to an input runs through mixtures of the two, which need
// not look like data. Networks that agree on the data may have any opinion
// there, and the integral takes it seriously. How much do their attributions differ, while
// test error and completeness gap are small?
//
// The rival is the path along the curve. Seeds are those of the networks; the data
// are the same for all. A spread of attributions on the straight path no wider than
// along the curve would change our mind. The law was chosen among milder ones
// that showed little of this: it says what can happen, not how often.
package manifold
