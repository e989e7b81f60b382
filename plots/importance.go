package plots

// ImportanceBars draws the importance of every feature, one bar for each model,
// with error bars over seeds: the paper's figure of teacher, baseline and IGBO.
// Values are scores H in [−1, 1] (signed) or [0, 1] (absolute).
func ImportanceBars(features []string, series []BarSeries, opts ...Option) (*Chart, error) {
	defaults := settings{
		name:   "importance",
		title:  "Importance of the features",
		yLabel: "mean H",
		width:  720, height: 380,
	}
	return groupedBars(defaults, features, series, opts)
}
