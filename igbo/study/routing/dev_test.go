package routing

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study"
)

func TestDev(t *testing.T) {
	laws := os.Getenv("DEVLAWS")
	if laws == "" {
		t.Skip()
	}
	c := DefaultConfig()
	c.Seeds, c.Seed0 = 1, 1000
	fmt.Sscan(os.Getenv("DEVSEEDS"), &c.Seeds)
	for _, law := range strings.Split(laws, ",") {
		c.Laws = []string{law}
		start := time.Now()
		r, err := study.Run(t.Context(), backendtest.Open(t), c, study.Options{Unkept: true})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(law, time.Since(start), "data", r.Laws[0].Data, "unexplained", r.Laws[0].Unexplained)
		keys := []string{valid, anchorsValid, length, gapCoarse, gapFine, errorOfTruth, auprc, spread, insertion, comprehensiveness, sufficiency, sensitivity}
		fmt.Printf("%-22s", "")
		for _, k := range keys {
			fmt.Printf("%10.10s", k)
		}
		fmt.Println()
		for _, route := range r.Laws[0].Routes {
			fmt.Printf("%-22s", route.Route)
			for _, k := range keys {
				if e, ok := route.estimate(k, 0.95); ok {
					fmt.Printf("%10.4f", e.Mean)
				} else {
					fmt.Printf("%10s", "-")
				}
			}
			fmt.Println()
		}
	}
}
