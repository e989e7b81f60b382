package widget

import "fmt"

// open tells pages of models that they do not know, those that a model names first.
func open(models ...*Model) error {
	for _, m := range models {
		if err := m.open(); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) open() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened || m.err != nil {
		return m.err
	}
	p := pack(m.state)
	data, err := p.data("")
	if err == nil {
		err = open(p.widgets...)
	}
	if err != nil {
		return err
	}
	m.opened, m.closed = true, false
	keep(m)
	send(Line{Kind: "comm_open", Comm: m.id, Data: data, Buffers: p.buffers})
	return nil
}

// ViewKind is the type of a view of a widget.
const ViewKind = "application/vnd.jupyter.widget-view+json"

// View tells the page of a widget, and returns the content of type [ViewKind] that shows it.
//
// Errors: a cell without widgets (see [Available]); a constructor's bad input; a value that JSON cannot encode.
func View(w Widget) (string, error) {
	if !Available() {
		return "", errUnavailable
	}
	if err := open(w.Base()); err != nil {
		return "", err
	}
	return fmt.Sprintf(`{"version_major":2,"version_minor":0,"model_id":"%s"}`, w.Base().id), nil
}

// Display shows a widget in the output of the cell. The errors are those of [View].
func Display(w Widget) error {
	view, err := View(w)
	if err != nil {
		return err
	}
	return display(view, "widget "+Get[string](w, "_model_name"))
}

// MimeBundle returns the view, so the value of a cell's last expression shows the widget. An error of [View] is its text.
func (m *Model) MimeBundle() map[string]any {
	text := "widget " + Get[string](m, "_model_name")
	view, err := View(m)
	if err != nil {
		return map[string]any{"text/plain": text + ": " + err.Error()}
	}
	return map[string]any{ViewKind: view, "text/plain": text}
}
