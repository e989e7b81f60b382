package widget

import (
	"encoding/json"
	"sync"
)

// Output is an area that can show text and any other cell output.
type Output struct {
	*Model
	changing sync.Mutex
}

// NewOutput returns an empty output area.
func NewOutput() *Output {
	return &Output{Model: newModel(class{outputModule, "1.0.0", "OutputModel", "OutputView", ""}, State{
		"layout": Layout(nil), "msg_id": "", "outputs": []any{},
	})}
}

// Print appends text.
func (o *Output) Print(text string) error {
	return o.add(map[string]any{"output_type": "stream", "name": "stdout", "text": text})
}

// Show appends a content, given by MIME type. A reader shows the richest type that it supports.
func (o *Output) Show(data map[string]any) error {
	return o.add(map[string]any{"output_type": "display_data", "data": data, "metadata": map[string]any{}})
}

// Clear empties the area.
func (o *Output) Clear() error {
	o.changing.Lock()
	defer o.changing.Unlock()
	return o.Set(State{"outputs": []any{}})
}

func (o *Output) add(one map[string]any) error {
	o.changing.Lock()
	defer o.changing.Unlock()
	shown, _ := o.get("outputs").([]any)
	return o.Set(State{"outputs": append(shown[:len(shown):len(shown)], one)})
}

// onClick registers a function to call for each click on a button.
func (m *Model) onClick(f func()) {
	m.OnMessage(func(content json.RawMessage, _ [][]byte) {
		var reported struct{ Event string }
		if json.Unmarshal(content, &reported) == nil && reported.Event == "click" {
			f()
		}
	})
}
