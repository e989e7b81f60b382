package routing

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study"
)

// Flags of who makes the committed result anew:
//
//	go test ./igbo/study/routing -run TestReport -timeout 2h -args -report /tmp/parts -laws curve,ring,ar
var (
	report = flag.String("report", "", "a folder of parts: make result.json anew")
	laws   = flag.String("laws", "", "the laws of the report")
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
	start, last := time.Now(), time.Now()
	r, err := study.Run(t.Context(), backendtest.Open(t), c, study.Options{Dir: *report, Progress: func(done, total int) {
		if time.Since(last) > 20*time.Second {
			last = time.Now()
			fmt.Printf("%d of %d after %s\n", done, total, time.Since(start).Round(time.Second))
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
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
