// Package directions measures when an order of importance lowers the error of a model that already uses the directions of
// effects. Use it to decide whether an expert should also state an order. Run it with `igbo study run directions`.
// `igbo study show directions` prints the committed result (result.json).
//
// # The question
//
// In the study shift, the posterior under order and directions has 0.95 [0.90, 1.01] of the error of the one under directions
// alone. That interval contains both a useful gain and none, and more draws would not narrow it, because it depends on the
// choice of tables. This study simulates truths, so it can draw as many paired differences as a power for 3 % needs.
//
// The order is compared with three other uses of the expert's statements:
//
//   - directions alone: the posterior under directions;
//   - ranks as penalties: sign-rank-ridge, and the posterior under directions whose weights have prior scales that fall as
//     1/rank;
//   - a soft average: the posterior that learns how far to trust order and directions.
//
// All posteriors average normal and Laplace weights. The error is the expected squared error on new rows including noise, in
// closed form. An order helps in a case if its ratio to each of these is below 1 with the whole interval. It adds 3 % if each
// ratio is at most 0.97.
//
// # Power
//
// [Found] has, for each comparison, the number of draws that detects a difference of 3 % with a power of 80 % at a level of 5
// %. This power, on development seeds, determined the number of draws.
//
// # Predictions
//
// The predictions were committed before the reported draws (predictions.md).
package directions
