package wire

import (
	"errors"
	"sync"
)

// ErrReplayed is returned for a message that was received before.
var ErrReplayed = errors.New("wire: the message was received before")

// remembered is the minimum number of signatures in a history, as in Jupyter.
const remembered = 1 << 16

// History decodes the messages of all channels of a kernel, each only once. Front ends give each message a unique identity, so no
// two signatures are equal. The zero value is ready to use; its methods can be called concurrently.
type History struct {
	mu            sync.Mutex
	recent, older map[string]struct{} // signatures
}

// Decode decodes a message as [Decode] does, and returns [ErrReplayed] if its signature is among the last ones. Without a key,
// messages are not signed and not recorded.
func (h *History) Decode(frames [][]byte, key []byte) (*Message, error) {
	m, err := Decode(frames, key)
	if err == nil && len(key) > 0 && h.knows(string(sign([][]byte{m.header, m.parent, m.Metadata, m.Content}, key))) {
		return nil, ErrReplayed
	}
	return m, err
}

// knows reports whether a signature was received before, and records it.
func (h *History) knows(signature string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, soon := h.recent[signature]
	_, before := h.older[signature]
	if soon || before {
		return true
	}
	if len(h.recent) >= remembered || h.recent == nil {
		h.recent, h.older = map[string]struct{}{}, h.recent
	}
	h.recent[signature] = struct{}{}
	return false
}
