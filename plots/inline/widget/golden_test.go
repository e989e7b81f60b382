package widget

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"testing"
)

// golden holds testdata/golden.json: messages of the Python package cositos 0.2.1, and states of
// ipywidgets 8.1.9. The script golden.py creates it.
type golden struct {
	Open   goldenMessage             `json:"comm_open"`
	Update goldenMessage             `json:"update"`
	Custom map[string]any            `json:"custom"`
	View   map[string]any            `json:"view"`
	Meta   map[string]string         `json:"metadata"`
	Target string                    `json:"target"`
	States map[string]map[string]any `json:"states"`
}

type goldenMessage struct {
	Data    map[string]any
	Buffers [][]byte
}

func readGolden(t *testing.T) (g golden) {
	t.Helper()
	text, err := os.ReadFile("testdata/golden.json")
	if err == nil {
		err = json.Unmarshal(text, &g)
	}
	noError(t, err)
	return g
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// decoded returns a value as decoded from JSON.
func decoded(t *testing.T, v any) (out map[string]any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	noError(t, err)
	return out
}

// goldenState returns the same state as golden.py.
func goldenState() State {
	return State{
		"value": 3, "picture": []byte("\x89PNG"), "deep": map[string]any{"a": []byte("x"), "b": 1}, "list": []any{[]byte("y"), 2, []any{[]byte("z")}},
	}
}

// byPath maps the paths of a message to its binary values.
func byPath(t *testing.T, paths any, buffers [][]byte) map[string]string {
	t.Helper()
	all := map[string]string{}
	list, _ := paths.([]any)
	if len(list) != len(buffers) {
		t.Fatalf("%d places for %d binary values", len(list), len(buffers))
	}
	for i, path := range list {
		all[fmt.Sprint(path)] = string(buffers[i])
	}
	return all
}

func checkMessage(t *testing.T, want goldenMessage, s State, method string) {
	t.Helper()
	p := pack(s)
	text, err := p.data(method)
	noError(t, err)
	data := decoded(t, text)
	if got, want := byPath(t, data["buffer_paths"], p.buffers), byPath(t, want.Data["buffer_paths"], want.Buffers); !reflect.DeepEqual(got, want) || len(got) != 4 {
		t.Errorf("binary values %v, want %v", got, want)
	}
	delete(data, "buffer_paths")
	delete(want.Data, "buffer_paths")
	if !reflect.DeepEqual(data, want.Data) {
		t.Errorf("data\n%v, want\n%v", data, want.Data)
	}
}

// TestMessagesOfCositos checks that the messages that open and update an anywidget widget are the
// same as those of cositos.
func TestMessagesOfCositos(t *testing.T) {
	g := readGolden(t)
	checkMessage(t, g.Update, goldenState(), "update")
	w := Any("export default {}", "p {}", goldenState())
	s := w.state
	for _, ours := range []string{"layout", "tabbable", "tooltip"} { // from ipywidgets' DOMWidget
		delete(s, ours)
	}
	checkMessage(t, g.Open, s, "")
	if g.Target != Target || g.Custom["method"] != "custom" || g.View["version_major"] != 2. {
		t.Errorf("target %q, %v, %v", g.Target, g.Custom, g.View)
	}
}

// TestUnpack checks that binary values from the page return to the paths from which they were
// taken.
func TestUnpack(t *testing.T) {
	g := readGolden(t)
	state, paths := g.Update.Data["state"].(map[string]any), [][]any{}
	for _, path := range g.Update.Data["buffer_paths"].([]any) {
		paths = append(paths, path.([]any))
	}
	noError(t, unpack(state, paths, g.Update.Buffers))
	want := map[string]any{
		"value": 3., "picture": []byte("\x89PNG"), "deep": map[string]any{"a": []byte("x"), "b": 1.}, "list": []any{[]byte("y"), 2., []any{[]byte("z")}},
	}
	if !reflect.DeepEqual(state, want) {
		t.Errorf("%v, want %v", state, want)
	}
	for _, bad := range [][]any{{"deep", "a", "b"}, {"list", "a"}, {"list", 9.}, {"none", "b"}, {1.}} {
		if unpack(state, [][]any{bad}, [][]byte{nil}) == nil {
			t.Errorf("a binary value at %v is taken", bad)
		}
	}
	if unpack(state, nil, [][]byte{nil}) == nil {
		t.Error("a binary value without a place is taken")
	}
}

// TestStatesOfIpywidgets checks that each class has the same identity as in ipywidgets, and that
// ipywidgets has all its values with the same types.
func TestStatesOfIpywidgets(t *testing.T) {
	g := readGolden(t)
	one := []string{"a"}
	seen := map[string]bool{}
	var check func(w Widget)
	check = func(w Widget) {
		p := pack(w.Base().state)
		state := decoded(t, p.state)
		name := state["_model_name"].(string)
		want := g.States[name]
		if want == nil {
			t.Fatalf("ipywidgets has no %s", name)
		}
		seen[name] = true
		for _, path := range p.paths {
			if want[path[0].(string)] != "bytes" {
				t.Errorf("%s: %v is no binary value", name, path)
			}
		}
		for key, v := range state {
			expected, has := want[key]
			if !has || v != nil && expected != nil && reflect.TypeOf(v) != reflect.TypeOf(expected) {
				t.Errorf("%s: %s is %v, in ipywidgets %v", name, key, v, expected)
			}
			if key[0] == '_' && key != "_options_labels" && v != expected {
				t.Errorf("%s: %s is %v, in ipywidgets %v", name, key, v, expected)
			}
		}
		for _, inner := range p.widgets {
			check(inner)
		}
	}
	for _, w := range []Widget{
		FloatSlider("", 0, 0, 1, 0.1), IntSlider("", 0, 0, 1, 1), Dropdown("", one, 0), SelectionSlider("", one, 0), Checkbox("", true), Text("", ""),
		Button("", func() {}), Progress("", 0, 1), HTML(""), Image("png", []byte("x")), VBox(HTML("")), HBox(), NewOutput(),
	} {
		noError(t, w.Base().Err())
		check(w)
	}
	if len(seen) != len(g.States) {
		t.Errorf("%d classes, golden.json has %d", len(seen), len(g.States))
	}
}
