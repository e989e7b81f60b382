package routing

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study"
)

// Flags of who makes the committed result anew: first all of it, then the times in it.
//
//	go test ./igbo/study/routing -run TestReport -timeout 2h -args -report /tmp/parts -laws curve,ring,ar
//	go test ./igbo/study/routing -run TestTiming -timeout 2h -args -timing
var (
	report = flag.String("report", "", "a folder of parts: make result.json anew")
	laws   = flag.String("laws", "", "the laws of the report")
	seeds  = flag.Int("seeds", 0, "the number of seeds of the report")
	gather = flag.Bool("gather", false, "take the parts as they are, of any build")
	timing = flag.Bool("timing", false, "measure the times of result.json anew")
)

// TestReport makes result.json of the default settings, where it is asked to.
func TestReport(t *testing.T) {
	if *report == "" {
		t.Skip("made anew with -report alone: it takes long")
	}
	c := DefaultConfig()
	if *laws != "" {
		c.Laws = strings.Split(*laws, ",")
	}
	if *seeds > 0 {
		c.Seeds = *seeds
	}
	var r *Result
	var err error
	if *gather {
		r, err = study.Gather(t.Context(), backendtest.Open(t), c, study.GatherOptions{Dir: *report, Foreign: true})
	} else {
		r, err = study.Run(t.Context(), backendtest.Open(t), c, study.Options{Dir: *report})
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, r)
}

// write writes result.json in one line.
func write(t *testing.T, r *Result) {
	t.Helper()
	text, err := study.MarshalJSON(r)
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("result.json", append(compact.Bytes(), '\n'), 0o666); err != nil {
		t.Fatal(err)
	}
}
