package reference

import (
	"strings"
	"testing"
)

// TestUnasked checks that output of a peer before a request is not taken as an answer.
func TestUnasked(t *testing.T) {
	answers := make(chan line, 1)
	answers <- line{text: []byte("again\n")}
	w := &Worker{name: "torch", answers: answers, kill: func() {}}
	if _, err := w.ask(t.Context(), request{}); err == nil || !strings.Contains(err.Error(), `torch printed "again" without a request`) {
		t.Errorf("error %v", err)
	}
}
