package oracle_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// Example trains an assessor and an oracle on data along a curve, and attributes a network along paths that
// follow the curve.
func Example() {
	ctx := context.Background()
	b, err := embedded.Open("")
	if err != nil {
		log.Fatal(err)
	}
	distribution := datasets.Curve{}
	x, y := distribution.Draw(400, 1)
	data := igbo.Data{Features: distribution.Features(), Steps: distribution.Steps(), X: x, Y: y}

	points, err := oracle.Points(data)
	if err != nil {
		log.Fatal(err)
	}
	judge := assessor.DefaultConfig()
	judge.Hidden, judge.Steps = 32, 600
	valid, err := assessor.Train(ctx, b, judge, points)
	if err != nil {
		log.Fatal(err)
	}
	cfg := oracle.DefaultConfig()
	cfg.Hidden, cfg.State, cfg.Steps, cfg.MaxAnchors = 32, 16, 150, 6
	trained, err := oracle.Train(ctx, b, cfg, data, valid)
	if err != nil {
		log.Fatal(err)
	}

	settings := igbo.DefaultConfig()
	settings.Model, settings.Epochs = models.MLPSpec(models.DefaultMLPConfig()), 10
	network, err := igbo.Train(ctx, b, settings, data, nil)
	if err != nil {
		log.Fatal(err)
	}
	path, err := trained.Oracle.PathFor(network.Model, 5)
	if err != nil {
		log.Fatal(err)
	}
	along := network.Model.Config.Attribution
	along.Path, along.Baselines = path, []attribution.Baseline{attribution.Constant("data", distribution.Baseline(1))}
	h, err := network.Model.ScoresWith(data, along)
	if err != nil {
		log.Fatal(err)
	}
	rows, columns := h.Dims()
	report, err := trained.Oracle.Validity(x[:200], distribution.Baseline(1), 5)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rows, "samples,", columns, "features")
	fmt.Println("more of the path than of the straight line is where data are:", report.Valid > report.Straight)
	// Output:
	// 400 samples, 2 features
	// more of the path than of the straight line is where data are: true
}
