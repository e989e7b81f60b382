// Package weather asks what an expert's order of the inputs does to a network
// that forecasts real weather. In flow windows of daily weather (package
// datasets), tiers of features and projection rules; out flow [Result]: errors,
// scores and constraints kept, with the order and without, over seeds.
//
// Question: does a network keep the order by itself, and where it is made to
// keep it, what does that cost or gain in error on a year held out?
//
// Rivals: the same network without the order, from the same seed, batch by batch;
// ridge regression on the days that the network has seen before its first
// counted forecast; persistence, "tomorrow is like today".
//
// Seeds: each draws start weights and the order of batches, the data are the
// same; intervals are Student's over seeds, the excess error is taken seed by seed.
//
// What would change our mind: an interval of the excess error that excludes 0, or an
// unconstrained network that breaks the order.
//
// Beside the study stand forecasts to look at: [TrainForecaster],
// [ExtremeForecasts], [ForecastErrors].
package weather
