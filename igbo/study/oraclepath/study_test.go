package oraclepath

import (
	"fmt"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

func TestProbe(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Curve.Networks, cfg.Curve.Epochs, cfg.Wave.Samples = 2, 30, 1000
	start := time.Now()
	r, err := study.Run(t.Context(), backendtest.Open(t), cfg, study.Options{Unkept: true})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(time.Since(start))
	for _, table := range r.Tables() {
		fmt.Println(table.Text())
	}
	figures, err := r.Figures()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		if err := plots.Save(f, "/tmp/book/"+f.FigureName()+".png"); err != nil {
			t.Fatal(err)
		}
	}
}
