package oraclepath

import (
	"fmt"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study"
)

func TestProbeWave(t *testing.T) {
	for _, steps := range []int{300, 800} {
		cfg := DefaultConfig()
		cfg.Anchors, cfg.Wave.Samples, cfg.Oracle.Steps = nil, 500, steps
		judge := cfg.Contrastive
		judge.Steps = 500
		start := time.Now()
		w := &study.Work{Backend: backendtest.Open(t)}
		found, err := learnWave(t.Context(), w, waveSettings{cfg.Wave, judge, cfg.Oracle})
		if err != nil {
			t.Fatal(err)
		}
		r := newResult(cfg, nil, found)
		r.Routes = nil
		fmt.Println(judge.Kind, steps, r.waveTable().Text(), time.Since(start))
		for _, c := range r.Shifted.Corners {
			fmt.Printf("%.2f %.2f %.2f; ", cfg.Wave.phase(c), cfg.Wave.amplitude(c), cfg.Wave.raw(c)/cfg.Wave.unit())
		}
		fmt.Println()
	}
}
