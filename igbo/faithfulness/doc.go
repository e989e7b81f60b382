// Package faithfulness measures how well attributions describe a model. Use it to compare explanation methods.
// It takes attributions as plain numbers, and models as a [Function] from points to scalar outputs:
//   - [Recover] measures how well the relevant inputs are found.
//   - [Insertion] and [Deletion] return curves of the output while inputs are inserted and deleted.
//   - [Comprehensiveness] and [Sufficiency] compare the output with and without the most important inputs.
//   - [Sensitivity] measures how much an explanation changes with its input.
//   - [Spread] measures how much explanations of independently trained networks differ.
//   - [Permutation] returns the permutation importance.
//   - [Randomization] compares explanations with those for random parameters.
//
// An input is one number of a point: a series of T steps and D features has T·D inputs. The package needs no
// backend.
package faithfulness
