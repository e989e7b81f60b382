package widget

import "encoding/json"

// reported is the data of a message from the page.
type reported struct {
	Method  string
	State   map[string]any
	Paths   [][]any `json:"buffer_paths"`
	Content json.RawMessage
}

// answer handles one line, and returns the followers of the widget that it changes.
func answer(l Line) []*func() {
	var s reported
	if len(l.Data) > 0 && json.Unmarshal(l.Data, &s) != nil {
		return nil
	}
	if s.Method == "request_states" {
		tellStates(l.Comm)
		return nil
	}
	m := model(l.Comm)
	if m == nil {
		return nil
	}
	switch {
	case l.Kind == "comm_close": // displaying it again reopens it
		m.mu.Lock()
		m.shut()
		m.mu.Unlock()
	case s.Method == "request_state":
		m.tellState()
	case s.Method == "custom":
		m.mu.Lock()
		f := m.message
		m.mu.Unlock()
		if f != nil {
			guarded(func() { f(s.Content, l.Buffers) })
		}
	case s.Method == "update" && unpack(s.State, s.Paths, l.Buffers) == nil:
		m.mu.Lock()
		for key, v := range s.State {
			if _, has := m.state[key]; has { // a page can only change existing values
				m.state[key] = v
			}
		}
		m.mu.Unlock()
		return m.followers()
	}
	return nil
}

// tellState sends the complete state to all pages.
func (m *Model) tellState() {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := pack(m.state)
	if data, err := p.data("update"); err == nil {
		send(Line{Kind: "comm_msg", Comm: m.id, Data: data, Buffers: p.buffers})
	}
}

// tellStates sends all states on the comm on which a page has requested them.
func tellStates(comm string) {
	known.Lock()
	var models []*Model
	for _, m := range known.models {
		models = append(models, m)
	}
	known.Unlock()
	states, paths, buffers := map[string]any{}, [][]any{}, [][]byte(nil)
	for _, m := range models {
		m.mu.Lock()
		p := pack(m.state)
		m.mu.Unlock()
		states[m.id] = map[string]any{
			"model_name": p.state["_model_name"], "model_module": p.state["_model_module"], "model_module_version": p.state["_model_module_version"], "state": p.state,
		}
		for _, path := range p.paths {
			paths = append(paths, append([]any{m.id, "state"}, path...))
		}
		buffers = append(buffers, p.buffers...)
	}
	data, err := json.Marshal(map[string]any{"method": "update_states", "states": states, "buffer_paths": paths})
	if err == nil {
		send(Line{Kind: "comm_msg", Comm: comm, Data: data, Buffers: buffers})
	}
}
