package dag

import "fmt"

// newEstimator makes the estimator asked for and the report that names it.
func newEstimator(s *sample, opts Options) (estimator, *Report, error) {
	report := &Report{
		Options: opts, Estimator: opts.Estimator, Reason: "asked for",
		Rows: len(s.columns[0]), Dropped: s.dropped, Batches: len(s.batches), BatchSize: s.size,
		Effective: s.effective(), Means: s.mu,
	}
	est, err := makeEstimator(s, report.Estimator, opts)
	return est, report, err
}

func makeEstimator(s *sample, name Estimator, opts Options) (estimator, error) {
	switch name {
	case BetweenBatch:
		return newNormal(s, false)
	case WithinBatch:
		return newNormal(s, true)
	}
	return nil, fmt.Errorf("dag: unknown estimator %q", name)
}
