package routing

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/study"
)

// EXPLORE=law;kind;key=val,key=val;key=val…
func TestExplore(t *testing.T) {
	spec := os.Getenv("EXPLORE")
	if spec == "" {
		t.Skip()
	}
	parts := strings.Split(spec, ";")
	c := DefaultConfig()
	c.Samples = 500
	seed := int64(1000)
	if s := os.Getenv("SEED"); s != "" {
		seed, _ = strconv.ParseInt(s, 10, 64)
	}
	w := &study.Work{Backend: backendtest.Open(t)}
	var last string
	var a assessor.Assessor
	for _, variant := range parts[2:] {
		cfg, ac := c.oracle(stepsOf(parts[0])), c.assessor(assessor.Kind(parts[1]), 99)
		for _, kv := range strings.Split(variant, ",") {
			k, v, _ := strings.Cut(kv, "=")
			f, _ := strconv.ParseFloat(v, 64)
			switch k {
			case "lr":
				cfg.Optimizer.LearningRate = f
			case "w":
				cfg.Weight = f
			case "steps":
				cfg.Steps = int(f)
			case "batch":
				cfg.Batch = int(f)
			case "hid":
				cfg.Hidden = int(f)
			case "state":
				cfg.State = int(f)
			case "max":
				cfg.MaxAnchors = int(f)
			case "min":
				cfg.MinAnchors = int(f)
			case "ah":
				ac.Hidden = int(f)
			case "as":
				ac.Steps = int(f)
			case "alr":
				ac.LearningRate = f
			case "n":
				c.Samples, c.Pairs = int(f), 32
			case "win":
				ac.Window = int(f)
			case "nmin":
				ac.NoiseMin = f
			case "nmax":
				ac.NoiseMax = f
			case "k":
				c.Anchors = int(f)
			case "pen":
				ac.Penalty = f
			}
		}
		p, err := newProblem(c, parts[0], seed)
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{Config: c, problem: p}
		b.judge = b.byLaw
		points, _ := oracle.Points(p.train)
		if ac.Window >= p.steps {
			ac.Window = 0
		}
		ac.Seed, cfg.Seed = seed, seed
		start := time.Now()
		if key := fmt.Sprint(ac, c.Samples); key != last {
			if a, err = assessor.Train(t.Context(), w.Backend, ac, points); err != nil {
				t.Fatal(err)
			}
			last = key
			fmt.Println("assessor", time.Since(start).Milliseconds(), "ms")
		}
		if os.Getenv("RELAX") != "" {
			b.networks, b.found, b.Relaxed.Weight = &networks{}, map[ends][]float64{}, cfg.Weight
			found := scores{}
			start := time.Now()
			if err := b.paths(route{name: "r", anchors: b.relaxed(t.Context(), w, a)}, b.baselines[:1], found); err != nil {
				t.Fatal(err)
			}
			fmt.Printf("relaxed %-50s %6d ms  valid %.4f anchors %.4f length %.3f\n", variant, time.Since(start).Milliseconds(), found[valid], found[anchorsValid], found[length])
		}
		if cfg.Steps < 2 {
			continue
		}
		start = time.Now()
		o, err := oracle.Train(t.Context(), w.Backend, cfg, p.train, a)
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start).Milliseconds()
		path, _ := o.Oracle.Path(c.Anchors)
		b.networks = &networks{}
		found := scores{}
		b.found = map[ends][]float64{}
		r := route{name: "o", anchors: b.along(w, path.(attribution.Segmented))}
		if err := b.paths(r, b.baselines[:2], found); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%-50s %6d ms  valid %.4f anchors %.4f length %.3f\n", variant, took, found[valid], found[anchorsValid], found[length])
	}
}
