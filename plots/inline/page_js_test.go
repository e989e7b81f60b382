package inline_test

import (
	"encoding/json"
	"errors"
	"strings"
	"syscall/js"
	"testing"

	"github.com/igbolab/igbolab/plots/inline"
)

// hosted gives the program a page, and returns a function that returns what the page displays.
func hosted(t *testing.T) (shown func() []map[string]any) {
	t.Helper()
	var texts []string
	display := js.FuncOf(func(_ js.Value, args []js.Value) any {
		texts = append(texts, args[0].String())
		return nil
	})
	moved := js.Undefined()
	if old := js.Global().Get("hadPage"); old.Truthy() { // the page has one object for all tests of a program
		moved = old
	}
	js.Global().Set("igbolab", map[string]any{"display": display, "moved": moved})
	t.Cleanup(func() {
		js.Global().Set("hadPage", js.Global().Get("igbolab").Get("moved"))
		js.Global().Delete("igbolab")
		display.Release()
	})
	return func() (bundles []map[string]any) {
		for _, text := range texts {
			var b map[string]any
			if err := json.Unmarshal([]byte(text), &b); err != nil {
				t.Fatal(err)
			}
			bundles = append(bundles, b)
		}
		return bundles
	}
}

// move simulates a move in the page. The event loop runs until the program waits.
func move(id any, at any) bool {
	answer := js.Global().Get("igbolab").Call("moved", id, at)
	turn()
	return answer.Type() == js.TypeBoolean && answer.Bool()
}

// turn runs the event loop once.
func turn() {
	done := make(chan struct{})
	f := js.FuncOf(func(js.Value, []js.Value) any { close(done); return nil })
	defer f.Release()
	js.Global().Call("setTimeout", f, 0)
	<-done
}

// TestPage checks that a figure is sent as SVG without a PNG, text as text, and that a bar is
// updated in place.
func TestPage(t *testing.T) {
	shown := hosted(t)
	if err := inline.Show(drawing{svg: "<svg >1</svg>"}); err != nil {
		t.Fatal(err)
	}
	bar := inline.Progress("steps", 2)
	bar.Set(2)
	bar.Done()
	b := shown()
	if len(b) != 4 {
		t.Fatalf("%d bundles, expected a figure and a bar three times: %v", len(b), b)
	}
	data := b[0]["data"].(map[string]any)
	if !strings.Contains(data["image/svg+xml"].(string), ">1</svg>") || data["image/png"] != nil || data["text/plain"] != "figure drawing: what it shows" {
		t.Errorf("the figure is %v", data)
	}
	if b[1]["update"] != nil || b[2]["update"] != true || b[1]["display_id"] != b[3]["display_id"] {
		t.Errorf("the bar is %v, %v, %v", b[1], b[2], b[3])
	}
}

// TestPageSlider checks that a slider draws only its start value, and then each move. It ignores
// values that do not exist. An error or a panic is shown instead of the figure, and the next move
// is drawn again.
func TestPageSlider(t *testing.T) {
	shown := hosted(t)
	draw := func(v float64) (inline.Figure, error) {
		switch v {
		case 3:
			return nil, errors.New("three is refused")
		case 4:
			panic("four")
		}
		return drawing{svg: "<svg >" + string('0'+rune(v)) + "</svg>"}, nil
	}
	if err := inline.Slider("x < y", []float64{1, 2, 3, 4}, draw, inline.StartAt(2)); err != nil {
		t.Fatal(err)
	}
	b := shown()
	if len(b) != 2 {
		t.Fatalf("%d bundles, expected the control and one figure", len(b))
	}
	data := b[0]["data"].(map[string]any)
	c := data["application/vnd.igbolab.control+json"].(map[string]any)
	html := data["text/html"].(string)
	if c["start"] != 1.0 || c["label"] != "x < y" || len(c["values"].([]any)) != 4 || !strings.Contains(html, `data-igbolab-control="`+c["id"].(string)+`"`) || strings.Contains(html, "x < y") {
		t.Errorf("the control is %v\n%s", c, html)
	}
	picture := func() string {
		b := shown()
		last := b[len(b)-1]
		if last["display_id"] != c["figure"] {
			t.Errorf("last shown is %v, expected the figure", last)
		}
		data := last["data"].(map[string]any)
		svg, _ := data["image/svg+xml"].(string)
		text, _ := data["text/html"].(string)
		return svg + text
	}
	for at, want := range []string{">1</svg>", ">2</svg>", "three is refused", "panic: four", ">1</svg>"} {
		if !move(c["id"], at%4) || !strings.Contains(picture(), want) {
			t.Errorf("move to %d shows %s, expected %s", at%4, picture(), want)
		}
	}
	before := len(shown())
	if move(c["id"], -1) || move(c["id"], 4) || move("another", 0) || move(1, 0) || move(c["id"], "0") {
		t.Error("a move that is none was taken")
	}
	if len(shown()) != before {
		t.Error("a move that is none was drawn")
	}
}

// TestPageSelect checks that a list sends its words and draws by word.
func TestPageSelect(t *testing.T) {
	shown := hosted(t)
	draw := func(word string) (inline.Figure, error) { return drawing{svg: "<svg >" + word + "</svg>"}, nil }
	if err := inline.Select("which", []string{"a", "<b>"}, draw); err != nil {
		t.Fatal(err)
	}
	data := shown()[0]["data"].(map[string]any)
	if html := data["text/html"].(string); !strings.Contains(html, `<option value="1">&lt;b&gt;</option>`) || !strings.Contains(html, `<option value="0" selected>`) {
		t.Errorf("the list is %s", html)
	}
	c := data["application/vnd.igbolab.control+json"].(map[string]any)
	if c["words"] != true || !move(c["id"], 1) || !strings.Contains(shown()[2]["data"].(map[string]any)["image/svg+xml"].(string), "<b>") {
		t.Errorf("%v", shown()[2:])
	}
}

// drawing is a figure without a PNG.
type drawing struct{ svg string }

func (d drawing) FigureName() string        { return "drawing" }
func (d drawing) Title() string             { return "" }
func (d drawing) Alt() string               { return "what it shows" }
func (d drawing) Size() (width, height int) { return 10, 10 }
func (d drawing) SVG() ([]byte, error)      { return []byte(d.svg), nil }
func (d drawing) PNG() ([]byte, error)      { return nil, errors.New("a page is sent no PNG") }
