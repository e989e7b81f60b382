package bench

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestReferenceThatDies checks that a failing peer is reported in its place and the other peers continue.
func TestReferenceThatDies(t *testing.T) {
	t.Parallel() // runs in parallel with the test of a hanging peer
	text := must.Of(json.Marshal(map[string]any{"outputs": stepOutputs(t)})).In(t)
	good := string(text)
	for name, c := range map[string]struct{ load, times, want string }{
		"reports an error":            {`{"error": "RuntimeError: no compiler"}`, "", "torch reported: RuntimeError: no compiler"},
		"says nonsense when loaded":   {"nonsense", "", `torch answered "nonsense"`},
		"ends when loaded":            {"!echo no memory >&2; exit 3", "", "torch ended: exit status 3: no memory"},
		"is killed when loaded":       {"!kill -9 $$", "", "torch ended: signal: killed"},
		"hangs when loaded":           {"!sleep 600", "", "torch did not answer within 1s"},
		"says nonsense in a round":    {good, "nonsense", `torch answered "nonsense"`},
		"answers something else":      {good, `[1]`, `torch answered "[1]"`},
		"answers another request":     {good, `!echo "{\"id\": 1}"`, "which does not answer request 2"},
		"answers twice":               {good, `!echo "{\"id\": $id, \"took\": {\"wall\": 1}}"; echo again`, `"again"`}, // reported unasked (peer.TestUnasked) or, on a busy machine, answered
		"takes no time":               {good, `{"took": {"wall": 0, "cpu": 0}}`, "torch reported invalid times for 1 runs: 0 s"},
		"takes less than no time":     {good, `{"took": {"wall": -1, "cpu": 0}}`, "torch reported invalid times for 1 runs: -1 s"},
		"ends in a round":             {good, "!exit 0", "torch ended: "},
		"is killed in a round":        {good, "!kill -9 $$", "torch ended: signal: killed"},
		"hangs in a round":            {good, "!sleep 600", "torch did not answer within 1s"},
		"hangs without its input":     {good, "!exec sleep 600", "torch did not answer within 1s"},
		"floods both outputs":         {good, "!while :; do echo 1 >&2; done & sleep 0.1; kill $!; exit 1", "torch ended: exit status 1"},
		"answers without an end line": {good, "!printf x; exit 0", "torch ended: "},
	} {
		t.Run(name, func(t *testing.T) {
			patience := 5 * time.Minute
			if strings.HasPrefix(name, "hangs") {
				t.Parallel() // it waits
				patience = time.Second
			}
			start := time.Now()
			p := runWithin(t, patience, fake(t, c.load, c.times))
			if p.Ratio != nil || !strings.Contains(p.Note, c.want) {
				t.Errorf("peer %+v, want the note %q", p, c.want)
			}
			if took := time.Since(start); took > time.Minute {
				t.Errorf("took %s", took)
			}
		})
	}
}

// TestReferenceThatStays checks that a peer that does not exit after its input ends is killed.
func TestReferenceThatStays(t *testing.T) {
	t.Parallel() // it waits
	text := must.Of(json.Marshal(map[string]any{"outputs": stepOutputs(t)})).In(t)
	python := fake(t, string(text), `{"took": {"wall": 1, "cpu": 2}}`)
	script := must.Of(os.ReadFile(python)).In(t)
	writeProgram(t, python, append(script, "sleep 600\n"...))
	start := time.Now()
	if p := runWith(t, python); p.Ratio == nil || time.Since(start) > time.Minute {
		t.Errorf("peer %+v after %s, want its ratio, and an end", p, time.Since(start))
	}
}
