// Package oraclepath shows what a routing oracle's path is and what becomes of
// attributions along it. In flow the law of package manifold, with its networks, and a law of
// travelling waves; cells train an assessor and an oracle on each, and the networks;
// out flow paths for several numbers of anchors, attributions along them with their
// truth, tables and figures. It needs a backend.
//
// # The question
//
// Networks that agree on the data disagree about attributions along the straight path,
// which leaves the data. Do they agree along the path of an oracle that has learned
// from the same data, and on the truth?
//
// The rivals are the straight path and, as the best there can be, the path along the
// law's own curve. Seeds are those of the networks; there is one oracle for all. An oracle's
// path with a spread as wide as the straight one's would change our mind. It is one
// pair of points of one law, which was chosen because it shows the effect: study oracle has
// the laws, the pairs and the rivals that a verdict needs.
package oraclepath
