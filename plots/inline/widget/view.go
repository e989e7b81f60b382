package widget

import "fmt"

// open opens models that pages do not have yet, after the models to which they refer.
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

// ViewKind is the MIME type of a widget view.
const ViewKind = "application/vnd.jupyter.widget-view+json"

// View opens the widget in the page and returns the content of type [ViewKind] that displays it.
//
// It returns an error if widgets are not available (see [Available]), the widget was created from
// invalid input, or JSON cannot encode a value.
func View(w Widget) (string, error) {
	if !Available() {
		return "", errUnavailable
	}
	if err := open(w.Base()); err != nil {
		return "", err
	}
	return fmt.Sprintf(`{"version_major":2,"version_minor":0,"model_id":"%s"}`, w.Base().id), nil
}

// Display shows a widget in the output of the cell. It returns the same errors as [View].
func Display(w Widget) error {
	view, err := View(w)
	if err != nil {
		return err
	}
	return display(view, "widget "+Get[string](w, "_model_name"))
}

// MimeBundle returns the view, so that a widget is displayed if it is the value of a cell's last
// expression. If [View] fails, the bundle contains the error as text.
func (m *Model) MimeBundle() map[string]any {
	text := "widget " + Get[string](m, "_model_name")
	view, err := View(m)
	if err != nil {
		return map[string]any{"text/plain": text + ": " + err.Error()}
	}
	return map[string]any{ViewKind: view, "text/plain": text}
}
