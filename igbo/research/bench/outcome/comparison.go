package outcome

import "github.com/igbolab/igbolab/igbo/research/bench/race"

// ReferenceResult is the result of a peer compared with ours.
type ReferenceResult struct {
	race.Timing
	// Disagreement is the disagreement of the outputs; nil if there are no outputs.
	Disagreement *float64 `json:"disagreement"`
	// Ratio is the peer's median time divided by ours. RatioLow and RatioHigh are the smallest and the largest ratio of a
	// round. All are nil if no time counts.
	Ratio     *float64 `json:"ratio"`
	RatioLow  *float64 `json:"ratio_low"`
	RatioHigh *float64 `json:"ratio_high"`
	// RatioMin is the ratio of the shortest times, and RatioCPU that of the CPU times.
	RatioMin *float64 `json:"ratio_min"`
	RatioCPU *float64 `json:"ratio_cpu"`
	// Note says why there is no ratio.
	Note string `json:"note,omitempty"`
}

// Comparison is a row of the table.
type Comparison struct {
	Row        string            `json:"row"`
	Title      string            `json:"title"`
	Ours       race.Timing       `json:"ours"`
	References []ReferenceResult `json:"peers"`
	// Note explains why our work was not measured, or that rounds are missing.
	Note string `json:"note,omitempty"`
}

// Settle fills in the ratios.
func (p *ReferenceResult) Settle(ours race.Timing) {
	if len(p.Rounds) == 0 {
		return
	}
	ratio := p.Median / ours.Median
	low, high := ratio, ratio
	for i := range p.Rounds {
		one := p.Rounds[i] / ours.Rounds[i]
		low, high = min(low, one), max(high, one)
	}
	shortest := p.Min / ours.Min
	p.Ratio, p.RatioLow, p.RatioHigh, p.RatioMin = &ratio, &low, &high, &shortest
	if p.CPU > 0 && ours.CPU > 0 {
		cpu := p.CPU / ours.CPU
		p.RatioCPU = &cpu
	}
}
