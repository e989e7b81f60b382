// Package weather measures how an expert's importance order changes a network that forecasts real weather. Use it as an
// example of IGBO on time series. Run it with `igbo study run weather`. `igbo study show weather` prints the committed
// result (result.json).
//
// The inputs are windows of daily weather (package datasets), tiers of features, and projection rules. The [Result] has errors,
// scores and satisfied constraints, with and without the order, over seeds.
//
// # The question
//
// Does a network follow the order without being constrained? If it is constrained, how does its error change on a year that was
// held out?
//
// The baselines are the same network without the order, with the same seed and batches; ridge regression on the days that the
// network has seen before its first counted forecast; and persistence, which repeats today's value.
//
// Each seed draws start weights and the order of batches from the same data. Intervals are Student's over seeds, and the excess
// error is computed for each seed. An interval of the excess error that excludes 0, or an unconstrained network that breaks the
// order, would change the conclusion.
//
// # Single forecasts
//
// [TrainForecaster], [ExtremeForecasts] and [ForecastErrors] give forecasts to plot.
package weather
