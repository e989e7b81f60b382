package opening

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// claimed holds the ratio of the error of the linear student with the order to that of ridge, by
// number of draws and number of rows. The test of this package writes it from the committed result
// of the study few-samples.
type claimed struct {
	Rows   []float64      `json:"rows"`
	Draws  []int          `json:"draws"`
	Ratios [][][3]float64 `json:"ratios"` // by draws and rows: ratio, lower and upper end of its 95 % interval
}

//go:embed claim.json
var claimResults []byte

// Claim draws the evidence for one claim, for notebook 9: an order reduces the error of a linear
// model. The slider sets how many of the 64 draws of the study few-samples are used. The evidence
// is conclusive if the interval does not contain 1.
func Claim() (*inline.FrameSet, error) {
	var c claimed
	if err := json.Unmarshal(claimResults, &c); err != nil {
		return nil, fmt.Errorf("opening: reading the results of the claim: %w", err)
	}
	draws := make([]float64, len(c.Draws))
	for i, k := range c.Draws {
		draws[i] = float64(k)
	}
	return inline.Frames("draws that count", draws, func(k float64) (plots.Figure, error) {
		line, decided := plots.Line{Name: "with the order"}, 0
		for i, r := range c.Ratios[slices.Index(draws, k)] {
			line.AddInterval(c.Rows[i], r[0], r[1], r[2])
			if r[2] < 1 || r[1] > 1 {
				decided++
			}
		}
		title := plots.Title(fmt.Sprintf("%.0f draws decide the claim for %d of %d numbers of rows", k, decided, len(c.Rows)))
		return plots.Lines([]plots.Line{line}, plots.Name("opening"), title, plots.LogX(), plots.RuleY("ridge, which ignores the order", 1),
			plots.XLabel("rows"), plots.YLabel("error ÷ ridge's error, 95 % interval"), plots.XRange(7, 600), plots.YRange(0, 2))
	}, inline.StartAt(8))
}
