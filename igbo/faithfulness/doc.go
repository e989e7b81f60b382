// Package faithfulness measures whether attributions say what a model does. In flow
// attributions as plain numbers, and models as a [Function] from points to scalar
// outputs; out flow the measures of the literature: recovery of the inputs that matter ([Recover]), curves of
// the output while inputs are inserted and deleted ([Insertion], [Deletion]),
// comprehensiveness and sufficiency ([Comprehensiveness], [Sufficiency]), the
// sensitivity of an explanation to its input ([Sensitivity]), and how far explanations
// of independently trained networks differ ([Spread]), permutation importance ([Permutation]),
// and how alike explanations are to those of random parameters ([Randomization]).
//
// An input is one number of a point: of a series of T steps and D features there
// are T·D. Nothing here needs a backend.
package faithfulness
