package wire

import (
	"errors"
	"sync"
)

// ErrReplayed is returned for a message that came before.
var ErrReplayed = errors.New("wire: a message that came before")

// remembered is how many signatures a history keeps at least, as many as Jupyter does.
const remembered = 1 << 16

// History reads the messages of all channels of a kernel, each once: a front end gives each an
// identity of its own, so that none is signed alike twice. The zero value is ready;
// methods may be called at the same time.
type History struct {
	mu            sync.Mutex
	recent, older map[string]struct{} // signatures
}

// Decode is [Decode], and refuses with [ErrReplayed] a message whose signature is among the
// last ones. Without a key nothing is signed, and nothing remembered.
func (h *History) Decode(frames [][]byte, key []byte) (*Message, error) {
	m, err := Decode(frames, key)
	if err == nil && len(key) > 0 && h.knows(string(sign([][]byte{m.header, m.parent, m.Metadata, m.Content}, key))) {
		return nil, ErrReplayed
	}
	return m, err
}

// knows tells whether a signature came before, and remembers it.
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
