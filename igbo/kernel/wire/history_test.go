package wire

import (
	"errors"
	"testing"
)

// TestHistory checks that a recent message is accepted only once, whatever its routing, that the memory is bounded, and that nothing is
// recorded without a key.
func TestHistory(t *testing.T) {
	var h History
	key := []byte("key")
	first := Encode(testMessage(t), key)
	if _, err := h.Decode(first, key); err != nil {
		t.Fatal(err)
	}
	other := append([][]byte{[]byte("somebody else")}, first[2:]...)
	for _, frames := range [][][]byte{first, other, first[:len(first)-1]} {
		if m, err := h.Decode(frames, key); !errors.Is(err, ErrReplayed) || m != nil {
			t.Errorf("the same again: %v", err)
		}
	}
	if _, err := h.Decode(Encode(testMessage(t), key), key); err != nil {
		t.Errorf("another of the same content: %v", err)
	}
	if _, err := h.Decode(Encode(testMessage(t), []byte("k")), key); !errors.Is(err, ErrSignature) {
		t.Errorf("another key: %v", err)
	}
	for i := range 3 * remembered {
		h.knows(string(rune(i)) + "x")
	}
	if n := len(h.recent) + len(h.older); n > 2*remembered || n < remembered {
		t.Errorf("%d signatures are kept, want %d to %d", n, remembered, 2*remembered)
	}
	for range 2 {
		if _, err := h.Decode(Encode(testMessage(t), nil), nil); err != nil {
			t.Errorf("without a key: %v", err)
		}
	}
	if _, err := h.Decode(nil, key); !errors.Is(err, ErrMalformed) {
		t.Errorf("no frames: %v", err)
	}
}
