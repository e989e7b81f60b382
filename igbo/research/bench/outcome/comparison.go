package outcome

import "github.com/igbolab/igbolab/igbo/research/bench/race"

// ReferenceResult is a peer beside us.
type ReferenceResult struct {
	race.Timing
	// Disagreement is that of the outputs; nil if there were none.
	Disagreement *float64 `json:"disagreement"`
	// Ratio is the peer's median over ours; RatioLow and RatioHigh are the
	// smallest and largest of a round. They are nil without a time that counts.
	Ratio     *float64 `json:"ratio"`
	RatioLow  *float64 `json:"ratio_low"`
	RatioHigh *float64 `json:"ratio_high"`
	// RatioMin is the ratio of the shortest times, RatioCPU that of the CPU times.
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
	// Note says why nothing of ours was measured, or that rounds are missing.
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
