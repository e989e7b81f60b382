package proxy

import (
	"encoding/json"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestPartID checks that each part of a cell has a different ID, and that the IDs are the same when the cell runs again.
func TestPartID(t *testing.T) {
	for range 2 {
		c := &cell{incoming: incoming{Message: &wire.Message{Metadata: json.RawMessage(`{"cellId": "a-b"}`)}}}
		if first, second := c.partID(), c.partID(); first != "a-b#1" || second != "a-b#2" {
			t.Errorf("the parts are %q and %q", first, second)
		}
	}
	for _, metadata := range []string{"{}", "", `{"cellId": 3}`} {
		c := &cell{incoming: incoming{Message: &wire.Message{Metadata: json.RawMessage(metadata)}}}
		if id := c.partID(); id != "" {
			t.Errorf("%s: the part is %q", metadata, id)
		}
	}
}
