package widget

import "slices"

// follower is a function that follows a model as long as its owner, if there is one, is not closed.
type follower struct {
	call  *func()
	owner *Model
}

// OnUpdate has a function called after the page has changed the widget's state, as long as the owner, another widget, is not closed. A nil
// owner never is. A function that follows several widgets by one pointer is called once if they change together.
func (m *Model) OnUpdate(owner *Model, f *func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.follow = append(m.follow, follower{f, owner})
}

// followers returns what follows the model, and drops what has lost its owner.
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
