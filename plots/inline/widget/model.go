package widget

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"sync"
)

// Widget is what boxes hold and [Display] shows: a [Model], a [Value] or an [Output].
type Widget interface {
	// Base returns the model.
	Base() *Model
}

// Model is the state of one widget, which the process and each page that shows it have in common. Its methods may be called from
// several goroutines.
type Model struct {
	id string

	mu      sync.Mutex
	state   State
	opened  bool
	closed  bool // it was opened, and a page or the kernel has closed it
	follow  []follower
	message func(content json.RawMessage, buffers [][]byte)
	err     error // what the constructor has found
}

// newModel makes a model that no page knows yet.
func newModel(c class, s State) *Model {
	id := make([]byte, 16)
	_, _ = rand.Read(id) // it does not fail
	m := &Model{id: hex.EncodeToString(id), state: c.identity()}
	maps.Copy(m.state, s)
	return m
}

// Base returns the model itself.
func (m *Model) Base() *Model { return m }

// ID returns the model's identity, which is that of its comm.
func (m *Model) ID() string { return m.id }

// Err returns the first fault that the widget's constructor has found in its input, or nil.
func (m *Model) Err() error { return m.err }

// fault notes what is wrong with a constructor's input, unless something is already.
func (m *Model) fault(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("widget: "+format, args...)
	}
}

// Set changes values of the state, in the process and in each page.
//
// Errors: a value that JSON cannot encode; a widget among the values that was made from bad input.
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

// Get returns a value of a widget's state as a type; it is the zero value if the state has none of that type.
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

// OnMessage has a function called for each message of the widget's JavaScript, in the order of the messages.
func (m *Model) OnMessage(f func(content json.RawMessage, buffers [][]byte)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.message = f
}

// Send sends a message to the widget's JavaScript in each page. It does nothing before the widget is displayed.
//
// Errors: a content that JSON cannot encode.
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

// Close removes the widget from each page and forgets what follows it.
func (m *Model) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened {
		send(Line{Kind: "comm_close", Comm: m.id, Data: json.RawMessage("{}")})
	}
	m.follow, m.message = nil, nil
	m.shut()
}

// shut notes that no page has the model, whose lock is held.
func (m *Model) shut() {
	m.opened, m.closed = false, true
	drop(m.id)
}

func (m *Model) isClosed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}
