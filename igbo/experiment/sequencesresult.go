package experiment

// methodNames are the attribution methods that the sequence study compares.
var methodNames = []string{"TIG", "gradient × input", "random"}

// sampleMeans is a recovery averaged over samples.
type sampleMeans struct {
	Recovery
	correlation float64
}

// recoverSamples averages recovery scores over samples of width inputs each.
func recoverSamples(attributions, truth []float64, matters []bool, width int) (sampleMeans, error) {
	var mean sampleMeans
	n := float64(len(attributions) / width)
	for from := 0; from < len(attributions); from += width {
		a, to := attributions[from:from+width], from+width
		r, err := Recover(a, matters[from:to])
		if err != nil {
			return sampleMeans{}, err
		}
		mean.AUP += r.AUP / n
		mean.AUR += r.AUR / n
		mean.AUPRC += r.AUPRC / n
		mean.correlation += correlation(a, truth[from:to]) / n
	}
	return mean, nil
}

// result gathers the outcomes by model.
func (s *sequences) result() *Sequences {
	first := s.outcomes[0]
	res := &Sequences{Config: s.cfg, Features: first.features, TruthMap: first.maps[2]}
	res.Truth = s.method("truth", s.outcomes[:s.cfg.Seeds], len(methodNames))
	for i, spec := range s.cfg.Models {
		group := s.outcomes[i*s.cfg.Seeds : (i+1)*s.cfg.Seeds]
		row := SequenceModel{Model: spec.Kind, Maps: group[0].maps[:2]}
		var unexplained []float64
		for _, o := range group {
			unexplained = append(unexplained, o.unexplained)
		}
		row.Unexplained = newEstimate(unexplained, s.cfg.Level)
		for j, name := range methodNames {
			row.Methods = append(row.Methods, s.method(name, group, j))
		}
		res.Models = append(res.Models, row)
	}
	return res
}

// method gathers one method over seeds.
func (s *sequences) method(name string, group []sequenceOutcome, j int) MethodRecovery {
	var columns [4][]float64
	for _, o := range group {
		r := o.recoveries[j]
		for i, v := range []float64{r.AUP, r.AUR, r.AUPRC, r.correlation} {
			columns[i] = append(columns[i], v)
		}
	}
	return MethodRecovery{
		Method: name, AUP: newEstimate(columns[0], s.cfg.Level), AUR: newEstimate(columns[1], s.cfg.Level),
		AUPRC: newEstimate(columns[2], s.cfg.Level), Correlation: newEstimate(columns[3], s.cfg.Level),
	}
}
