//go:build unix

package proxy

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
	"github.com/igbolab/igbolab/plots/inline/widget"
)

// widgetPage simulates the page of a notebook with ipywidgets.
type widgetPage struct {
	t      *testing.T
	k      *wire.Kernel
	states map[string]map[string]any // by comm
	ids    map[string]string         // by the model's name
	shown  []string
	began  func() // called when a cell prints that it has begun
	fails  bool   // whether a cell must fail
	stdout string
}

func newWidgetPage(t *testing.T, k *wire.Kernel) *widgetPage {
	return &widgetPage{t: t, k: k, states: map[string]map[string]any{}, ids: map[string]string{}}
}

// ask sends a request and handles its messages up to its end; an execute request ends with its reply. It returns the types of the messages,
// and the last comm message.
func (w *widgetPage) ask(kind string, content any) (types []string, last map[string]any) {
	w.t.Helper()
	m, err := wire.NewMessage(kind, "page", nil, content)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.send(m)
}

func (w *widgetPage) send(m *wire.Message) (types []string, last map[string]any) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	defer cancel()
	replied, idle := m.Header.Type != "execute_request", false
	if err := w.k.Send(ctx, false, m, func(m *wire.Message) bool {
		types = append(types, m.Header.Type)
		if d := w.see(m); d != nil {
			last = d
		}
		replied = replied || m.Header.Type == "execute_reply"
		idle = idle || m.State() == "idle"
		return replied && idle
	}); err != nil {
		w.t.Fatalf("%v after %v", err, types)
	}
	return types, last
}

// see handles a message.
func (w *widgetPage) see(m *wire.Message) (data map[string]any) {
	var c struct {
		Comm   string `json:"comm_id"`
		Target string `json:"target_name"`
		Text   string
		Data   map[string]any
		Value  string `json:"evalue"`
	}
	if err := json.Unmarshal(m.Content, &c); err != nil {
		w.t.Error(err)
	}
	state, _ := c.Data["state"].(map[string]any)
	switch m.Header.Type {
	case "comm_open":
		if string(m.Metadata) != `{"version":"2.1.0"}` || c.Target != widget.Target {
			w.t.Errorf("comm_open with metadata %s for %q", m.Metadata, c.Target)
		}
		w.states[c.Comm] = state
		w.ids[fmt.Sprint(state["_model_name"])] = c.Comm
		return c.Data
	case "comm_close":
		delete(w.states, c.Comm)
	case "comm_msg":
		if c.Data["method"] == "update" {
			for key, v := range state {
				w.states[c.Comm][key] = v
			}
		}
		return c.Data
	case "display_data":
		view, _ := json.Marshal(c.Data[widget.ViewKind])
		w.shown = append(w.shown, string(view))
	case "error":
		if !w.fails {
			w.t.Errorf("a cell fails: %s", c.Value)
		}
	case "stream":
		w.stdout += c.Text
		if w.began != nil && strings.HasPrefix(c.Text, "begun") {
			w.began()
		}
	}
	return nil
}

func (w *widgetPage) run(code string) []string {
	w.t.Helper()
	m, err := wire.NewMessage("execute_request", "page", nil, map[string]any{"code": code, "silent": false, "store_history": true, "user_expressions": struct{}{}, "allow_stdin": false, "stop_on_error": true})
	if err != nil {
		w.t.Fatal(err)
	}
	m.Metadata, _ = json.Marshal(map[string]string{"cellId": fmt.Sprintf("%x", code)}) // here a cell that runs again has the same code
	types, _ := w.send(m)
	return types
}

// set sets a value of the widget of a class.
func (w *widgetPage) set(name string, state map[string]any) []string {
	w.t.Helper()
	types, _ := w.ask("comm_msg", map[string]any{"comm_id": w.ids[name], "data": map[string]any{"method": "update", "state": state, "buffer_paths": []any{}}})
	return types
}

// figure returns the figure that the page shows.
func (w *widgetPage) figure() string { return fmt.Sprint(w.states[w.ids["HTMLModel"]]["value"]) }

// follows lists the types of messages after a slider has moved.
const follows = "status comm_msg comm_msg status"

// TestStatefulWidgets checks that a slider of a stateful cell works after its cell has ended, with values that cells change, and while
// another cell runs. A reloaded page gets all states. After the process has ended, nothing follows and nobody waits.
func TestStatefulWidgets(t *testing.T) {
	t.Setenv("JPY_SESSION_NAME", "a.ipynb")
	t.Setenv("VSCODE_PID", "")
	t.Setenv("VSCODE_CWD", "")
	w := newWidgetPage(t, startStatefulKernel(t))
	w.run("factor, last := 2.0, 0.0\nfunc level(v float64) (plots.Figure, error) {\n\tlast = v\n\treturn plots.Bars([]string{fmt.Sprint(\"bar \", factor*v)}, []plots.BarSeries{{Name: \"m\", Values: []float64{factor * v}}})\n}")
	const slider = `notebook.Check(inline.Slider("λ", []float64{1, 2, 3}, level, inline.StartAt(1)))`
	w.run(slider)
	first := len(w.states)
	types := w.run(slider) // the widgets of the first run are closed
	if len(w.shown) != 2 || len(w.states) != first || w.open() != first || !strings.Contains(w.shown[1], w.ids["VBoxModel"]) || !strings.Contains(w.figure(), "bar 2<") {
		t.Fatalf("shown %q, figure %.300s, by %v", w.shown, w.figure(), types)
	}
	if got := strings.Join(w.set("SelectionSliderModel", map[string]any{"index": 1}), " "); got != follows || !strings.Contains(w.figure(), "bar 4<") {
		t.Errorf("%s: %.300s", got, w.figure())
	}
	w.run("factor = 10")
	w.set("SelectionSliderModel", map[string]any{"index": 2})
	if !strings.Contains(w.figure(), "bar 30<") {
		t.Errorf("after a cell has changed a value: %.300s", w.figure())
	}
	beside := ""
	w.began = func() { // it is called within run: the cell continues once the slider has moved
		beside = strings.Join(w.set("SelectionSliderModel", map[string]any{"index": 0}), " ")
	}
	w.run("fmt.Println(\"begun\")\nfor last != 1 {\n\ttime.Sleep(time.Millisecond)\n}\nfmt.Println(\"moved\")")
	if beside != follows || !strings.HasSuffix(w.stdout, "moved\n") || !strings.Contains(w.figure(), "bar 10<") {
		t.Errorf("beside a cell: %s, %q, %.300s", beside, w.stdout, w.figure())
	}
	w.reload()
	w.began = func() {
		if err := w.k.Interrupt(t.Context()); err != nil {
			t.Error(err)
		}
	}
	w.fails = true
	w.run("fmt.Println(\"begun\")\nfor {\n\tlast++\n}")
	w.fails, w.began = false, nil
	if w.set("SelectionSliderModel", map[string]any{"index": 1}); !strings.Contains(w.figure(), "bar 20<") {
		t.Errorf("after an interrupt: %.300s", w.figure())
	}
	w.run("v := widget.IntSlider(\"v\", 1, 0, 9, 1)")
	const interact = `notebook.Check(inline.Interact(func() (inline.Figure, error) { factor++; return level(float64(v.Get())) }, v))`
	w.run(interact)
	w.run(interact) // it shows the same slider, which then only updates the second figure
	w.run("factor = 0")
	if w.set("IntSliderModel", map[string]any{"value": 3}); !strings.Contains(w.figure(), "bar 3<") {
		t.Errorf("a slider that is shown again: %.300s", w.figure())
	}
	shown := len(w.shown)
	w.run("speed := widget.FloatSlider(\"speed\", 1, 0, 2, 0.5)\nspeed") // the last value is shown
	w.set("FloatSliderModel", map[string]any{"value": 1.5})
	w.stdout = ""
	w.run("fmt.Println(speed.Get())")
	if len(w.shown) != shown+1 || !strings.Contains(w.shown[shown], w.ids["FloatSliderModel"]) || w.stdout != "1.5\n" {
		t.Errorf("shown %q, %q", w.shown[shown:], w.stdout)
	}
	w.run("%reset")
	w.abandoned()
}

// reload simulates a reload of the page.
func (w *widgetPage) reload() {
	w.t.Helper()
	w.ask("comm_open", map[string]any{"comm_id": "control", "target_name": widget.ControlTarget, "data": map[string]any{}})
	_, data := w.ask("comm_msg", map[string]any{"comm_id": "control", "data": map[string]any{"method": "request_states"}})
	states, _ := data["states"].(map[string]any)
	slider, _ := states[w.ids["SelectionSliderModel"]].(map[string]any)
	if len(states) != len(w.states) || slider["model_name"] != "SelectionSliderModel" || slider["state"].(map[string]any)["index"] != 0. {
		w.t.Errorf("%d states of %d; that of the slider is %v", len(states), len(w.states), slider)
	}
	if open := w.open(); open != len(w.states) {
		w.t.Errorf("%d comms are open, of %d", open, len(w.states))
	}
	_, data = w.ask("comm_msg", map[string]any{"comm_id": w.ids["HTMLModel"], "data": map[string]any{"method": "request_state"}})
	if data["method"] != "update" || !strings.Contains(fmt.Sprint(data["state"]), "bar 10<") {
		w.t.Errorf("one state: %.300v", data)
	}
}

// open counts the comms of widgets.
func (w *widgetPage) open() int {
	w.t.Helper()
	var reply struct{ Comms map[string]any }
	if err := w.k.Request(w.t.Context(), "comm_info_request", map[string]string{"target_name": widget.Target}, &reply); err != nil {
		w.t.Fatal(err)
	}
	return len(reply.Comms)
}

// abandoned checks a page whose process has ended.
func (w *widgetPage) abandoned() {
	w.t.Helper()
	if open := w.open(); open != 0 {
		w.t.Errorf("%d comms are open", open)
	}
	if got := strings.Join(w.set("SelectionSliderModel", map[string]any{"index": 1}), " "); got != "status status" {
		w.t.Errorf("a move that nothing follows: %s", got)
	}
	_, data := w.ask("comm_msg", map[string]any{"comm_id": "control", "data": map[string]any{"method": "request_states"}})
	if states, is := data["states"].(map[string]any); !is || len(states) != 0 {
		w.t.Errorf("states: %v", data)
	}
}

// TestWidgetsWithoutProcess checks that a page that requests widgets gets an answer from a kernel without any.
func TestWidgetsWithoutProcess(t *testing.T) {
	w := newWidgetPage(t, startKernel(t, echoVariable+"=1"))
	if types, _ := w.ask("comm_open", map[string]any{"comm_id": "control", "target_name": widget.ControlTarget, "data": map[string]any{}}); len(types) != 2 {
		t.Errorf("answers %v", types)
	}
	w.ids["SelectionSliderModel"] = "of a kernel before"
	w.abandoned()
}
