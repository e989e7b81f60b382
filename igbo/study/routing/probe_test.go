package routing

import (
	"fmt"
	"os"
	"slices"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

func TestProbeAR(t *testing.T) {
	if os.Getenv("PROBE") == "" {
		t.Skip()
	}
	for _, v := range []struct {
		n, win, ah, as int
		nmin, nmax     float64
	}{{2000, 8, 64, 1500, 0.1, 1.5}, {5000, 8, 64, 2000, 0.1, 1.5}, {5000, 8, 64, 2000, 0.3, 1.5}, {5000, 0, 64, 2000, 0.3, 1.5}, {5000, 4, 64, 2000, 0.3, 1.5}} {
		c := DefaultConfig()
		c.Samples, c.Pairs = v.n, 256
		p, err := newProblem(c, os.Getenv("PROBE"), 1000)
		if err != nil {
			t.Fatal(err)
		}
		points, _ := oracle.Points(p.train)
		ac := c.Contrastive
		ac.Window, ac.Hidden, ac.Steps, ac.NoiseMin, ac.NoiseMax = v.win, v.ah, v.as, v.nmin, v.nmax
		a, err := assessor.Train(t.Context(), backendtest.Open(t), ac, points)
		if err != nil {
			t.Fatal(err)
		}
		tau, s := a.Threshold()
		e := MustNewExec(backendtest.Open(t), func(x *Node) *Node {
			return a.Energy(Reshape(x, x.Shape().Dim(0), p.steps, len(p.features)))
		})
		energy := func(x []float64) []float64 {
			y, err := inRows(128, p.width(), x, func(x *tensors.Tensor) (*tensors.Tensor, error) { return e.Call1(x) })
			if err != nil {
				t.Fatal(err)
			}
			return y
		}
		mid := make([]float64, len(p.fresh))
		quarter := make([]float64, len(p.fresh))
		for i := range mid {
			mid[i] = (p.fresh[i] + p.baselines[0][i]) / 2
			quarter[i] = (p.fresh[i]*3 + p.baselines[0][i]) / 4
		}
		q := func(x []float64) string {
			x = slices.Clone(x)
			slices.Sort(x)
			return fmt.Sprintf("%.3f %.3f %.3f %.3f %.3f", x[0], x[len(x)/4], x[len(x)/2], x[len(x)*3/4], x[len(x)-1])
		}
		fmt.Println(v, "tau", tau, "s", s)
		fmt.Println("  train  ", q(energy(points.X[:256*p.width()])))
		fmt.Println("  fresh  ", q(energy(p.fresh)))
		fmt.Println("  mid    ", q(energy(mid)), "law", q(p.law.Distance(p.raw(mid))))
		fmt.Println("  quarter", q(energy(quarter)), "law", q(p.law.Distance(p.raw(quarter))))
	}
}
