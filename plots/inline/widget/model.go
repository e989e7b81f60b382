package widget

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"sync"
)

// Widget is implemented by everything that boxes can hold and [Display] can show: a [Model], a
// [Value] or an [Output].
type Widget interface {
	// Base returns the model.
	Base() *Model
}

// Model is the state of one widget, which the process and every page that shows the widget share.
// Its methods are safe for concurrent use.
type Model struct {
	id string

	mu      sync.Mutex
	state   State
	opened  bool
	closed  bool // it was open, and a page or the kernel has closed it
	follow  []follower
	message func(content json.RawMessage, buffers [][]byte)
	err     error // from the constructor
}

// newModel returns a model that no page has opened yet.
func newModel(c class, s State) *Model {
	id := make([]byte, 16)
	_, _ = rand.Read(id) // never fails
	m := &Model{id: hex.EncodeToString(id), state: c.identity()}
	maps.Copy(m.state, s)
	return m
}

// Base returns the model itself.
func (m *Model) Base() *Model { return m }

// ID returns the id of the model, which is also the id of its comm.
func (m *Model) ID() string { return m.id }

// Err returns the first error that the widget's constructor found in its input, or nil.
func (m *Model) Err() error { return m.err }

// fault records an error in the input of a constructor, unless one has been recorded already.
func (m *Model) fault(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("widget: "+format, args...)
	}
}

// Set changes values of the state, in the process and in every page.
//
// It returns an error if JSON cannot encode a value, or if a value is a widget that was created
// from invalid input.
func (m *Model) Set(s State) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := pack(s)
	data, err := p.data("update")
	if err != nil {
		return err
	}
	if m.opened {
		if err := open(p.widgets...); err != nil {
			return err
		}
	}
	maps.Copy(m.state, s)
	if m.opened {
		send(Line{Kind: "comm_msg", Comm: m.id, Data: data, Buffers: p.buffers})
	}
	return nil
}

// get returns a value of the state.
func (m *Model) get(key string) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state[key]
}

// Get returns the value of a widget's state under key. It returns the zero value if there is no
// value of type T.
func Get[T any](w Widget, key string) T {
	found := w.Base().get(key)
	if v, is := found.(T); is {
		return v
	}
	var v T
	text, err := json.Marshal(found)
	if err != nil || json.Unmarshal(text, &v) != nil {
		return *new(T)
	}
	return v
}

// OnMessage registers a function to call for each message from the widget's JavaScript, in order.
// It replaces the previous function.
func (m *Model) OnMessage(f func(content json.RawMessage, buffers [][]byte)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.message = f
}

// Send sends a message to the widget's JavaScript in every page. It does nothing before the widget
// is displayed.
//
// It returns an error if JSON cannot encode the content.
func (m *Model) Send(content any, buffers ...[]byte) error {
	data, err := json.Marshal(map[string]any{"method": "custom", "content": content})
	if err != nil {
		return fmt.Errorf("widget: encoding a message: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened {
		send(Line{Kind: "comm_msg", Comm: m.id, Data: data, Buffers: buffers})
	}
	return nil
}

// Close removes the widget from every page and removes its callbacks.
func (m *Model) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened {
		send(Line{Kind: "comm_close", Comm: m.id, Data: json.RawMessage("{}")})
	}
	m.follow, m.message = nil, nil
	m.shut()
}

// shut records that no page has the model. The caller must hold m.mu.
func (m *Model) shut() {
	m.opened, m.closed = false, true
	drop(m.id)
}

func (m *Model) isClosed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}
