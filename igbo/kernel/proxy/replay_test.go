package proxy

import (
	"bytes"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestReplays checks that a signed message that is sent again, on its channel or another one, has no effect and is logged.
func TestReplays(t *testing.T) {
	var log bytes.Buffer
	p := newProxy(wire.Connection{Key: "key"}, Options{Log: &log}, nil)
	m, err := wire.NewMessage("execute_request", "session", nil, map[string]string{"code": "run()"})
	if err != nil {
		t.Fatal(err)
	}
	frames, ran := wire.Encode(m, []byte("key")), 0
	for _, channel := range []string{"shell", "shell", "control", "stdin"} {
		p.from(channel, func(incoming) { ran++ })(nil, "somebody", frames)
	}
	for len(p.events)+len(p.urgent) > 0 {
		select {
		case e := <-p.urgent:
			e()
		case e := <-p.events:
			e()
		}
	}
	if reported := log.String(); ran != 1 || strings.Count(reported, "dropped: wire: the message was received before") != 3 {
		t.Errorf("ran %d times, and the log has\n%s", ran, reported)
	}
}
