package widget

import "slices"

// follower is a function that follows a model until its owner, if any, is closed.
type follower struct {
	call  *func()
	owner *Model
}

// OnUpdate registers a function to call after the page has changed the widget's state. If owner is
// not nil, the function is no longer called once the owner, another widget, is closed. A function
// that is registered with several widgets by the same pointer is called once if they change
// together.
func (m *Model) OnUpdate(owner *Model, f *func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.follow = append(m.follow, follower{f, owner})
}

// followers returns the functions that follow the model, and removes those whose owner is closed.
func (m *Model) followers() (calls []*func()) {
	m.mu.Lock()
	all := slices.Clone(m.follow)
	m.mu.Unlock()
	var gone []follower
	for _, f := range all {
		if f.owner != nil && f.owner.isClosed() {
			gone = append(gone, f)
			continue
		}
		calls = append(calls, f.call)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.follow = slices.DeleteFunc(m.follow, func(f follower) bool { return slices.Contains(gone, f) })
	return calls
}
