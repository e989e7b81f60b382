package proxy

import (
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestRequestsBeforeAFailure checks that a request is aborted if its front end could not know that the cell before it failed.
func TestRequestsBeforeAFailure(t *testing.T) {
	at := time.Date(2026, 11, 28, 20, 0, 0, 0, time.UTC)
	header := func(session string, after time.Duration) wire.Header {
		return wire.Header{Session: session, Date: at.Add(after).Format(time.RFC3339Nano)}
	}
	f := failedCell{header("a", 0), 50 * time.Millisecond}
	for _, c := range []struct {
		request wire.Header
		want    bool
	}{
		{header("a", 2*time.Millisecond), true},
		{header("a", 0), true},
		{header("a", 60*time.Millisecond), false}, // after the reply
		{header("b", 2*time.Millisecond), false},  // another front end
		{header("a", -time.Millisecond), false},
		{wire.Header{Session: "a"}, false},
	} {
		if got := f.before(c.request); got != c.want {
			t.Errorf("%+v: %v, want %v", c.request, got, c.want)
		}
	}
	if (failedCell{}).before(header("", 0)) {
		t.Error("nothing failed, and a request is aborted")
	}
}
