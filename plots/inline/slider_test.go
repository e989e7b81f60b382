//go:build unix

package inline_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/plots/inline/widget"
)

// TestSliderShowsFrames checks that Slider shows frames where live widgets are not available.
func TestSliderShowsFrames(t *testing.T) {
	for name, p := range map[string]page{
		"a headless run": {noServer: true}, "VS Code": {code: true}, "a program": {program: true},
	} {
		shown := runCell(t, "slider", p, nil)
		if len(shown) != 1 {
			t.Errorf("%s: %d outputs, want the frames alone", name, len(shown))
			continue
		}
		checkFramesShown(t, shown[0])
		if shown[0].Data[widget.ViewKind] != nil {
			t.Errorf("%s: a widget", name)
		}
	}
}

// moves holds what a cell with widgets has sent.
type moves struct {
	shown   *protocol.DisplayData
	opened  map[string]map[string]any // states by model name, the last one of each name
	figures []string                  // values of the HTML widget or of the figure
	updates []map[string]any
	done    int
}

// move plays a page that sets values of the only control of a class, and ends the cell once they
// are handled.
func move(t *testing.T, cell, class string, to map[string]any) (m moves) {
	t.Helper()
	m.opened = map[string]map[string]any{}
	ids := map[string]string{}
	runCell(t, cell, page{}, func(k *kernel, data *protocol.DisplayData) {
		if data.Data[widget.ViewKind] != nil {
			m.shown = data
			reported, _ := json.Marshal(map[string]any{"method": "update", "state": to, "buffer_paths": []any{}})
			line, _ := json.Marshal(widget.Line{Kind: "comm_msg", Comm: ids[class], About: "moved", Data: reported})
			k.send(widget.LineAddress, string(line))
			return
		}
		text, is := data.Data[widget.LineKind].(string)
		if !is {
			return
		}
		var l widget.Line
		var d struct{ State map[string]any }
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Error(err)
		}
		_ = json.Unmarshal(l.Data, &d) // lines of kind done have none
		switch l.Kind {
		case "comm_open":
			name := d.State["_model_name"].(string)
			ids[name], m.opened[name] = l.Comm, d.State
		case "comm_msg":
			if l.About != "moved" {
				t.Errorf("an update about %q", l.About)
			}
			m.updates = append(m.updates, d.State)
		case widget.Done:
			m.done++
			k.send(endAddress, 1)
		}
		for _, key := range []string{"value", "figure"} {
			if svg, is := d.State[key].(string); is && (strings.Contains(svg, "<svg") || strings.Contains(svg, "alert")) {
				m.figures = append(m.figures, svg)
			}
		}
	})
	if m.shown == nil || m.done != 1 {
		t.Fatalf("%s: shown %v, %d messages handled", cell, m.shown, m.done)
	}
	return m
}

// TestSliderFollows checks that the figure follows the slider, and that readers without widgets see
// frames.
func TestSliderFollows(t *testing.T) {
	m := move(t, "slider", "SelectionSliderModel", map[string]any{"index": 2})
	if len(m.figures) != 2 || m.figures[0] == m.figures[1] {
		t.Errorf("%d figures, want that of 0.25 and that of 0.75", len(m.figures))
	}
	slider := m.opened["SelectionSliderModel"]
	labels, _ := json.Marshal(slider["_options_labels"])
	if string(labels) != `["0.25","0.5","0.75"]` || slider["index"] != 0. || slider["description"] != "λ" {
		t.Errorf("the slider is %v", slider)
	}
	checkFramesShown(t, m.shown)
}

// TestSliderDropsStale checks that only the last of several moves during a drawing is drawn, and
// that all moves are acknowledged.
func TestSliderDropsStale(t *testing.T) {
	var control string
	var figures, done []string
	send := func(k *kernel, about string, index int) {
		line, _ := json.Marshal(widget.Line{Kind: "comm_msg", Comm: control, About: about, Data: fmt.Appendf(nil, `{"method":"update","state":{"index":%d},"buffer_paths":[]}`, index)})
		k.send(widget.LineAddress, string(line))
	}
	runCell(t, "stale", page{}, func(k *kernel, data *protocol.DisplayData) {
		if data.Data[widget.ViewKind] != nil {
			send(k, "first", 0)
		}
		if data.Data[protocol.MIMETextPlain] == "drawing" {
			for i := range 5 {
				send(k, fmt.Sprint("move ", i), i%3)
			}
			k.send(goAddress, 1)
		}
		text, _ := data.Data[widget.LineKind].(string)
		var l widget.Line
		if text == "" || json.Unmarshal([]byte(text), &l) != nil {
			return
		}
		if strings.Contains(string(l.Data), "SelectionSliderModel") {
			control = l.Comm
		}
		if l.Kind == "comm_msg" {
			figures = append(figures, l.About)
		}
		if l.Kind == widget.Done {
			if done = append(done, l.About); len(done) == 6 {
				k.send(endAddress, 1)
			}
		}
	})
	if got := strings.Join(figures, ", "); got != "first, move 4" {
		t.Errorf("figures for %s, want the first move and the last one", got)
	}
	if got := strings.Join(done, ", "); got != "first, move 0, move 1, move 2, move 3, move 4" {
		t.Errorf("handled: %s", got)
	}
}

// TestSliderFaults checks that a panic in the draw function, or an invalid index from the page, is
// shown instead of the figure.
func TestSliderFaults(t *testing.T) {
	for want, to := range map[string]int{"panic: no &lt;figure&gt;": 2, "sent the index": 7} {
		m := move(t, "faults", "SelectionSliderModel", map[string]any{"index": to})
		if last := m.figures[len(m.figures)-1]; !strings.Contains(last, want) {
			t.Errorf("the page shows %q, want %q", last, want)
		}
	}
}

// TestInteract checks that the figure follows controls in a box, and that there is one figure where
// live widgets are not available.
func TestInteract(t *testing.T) {
	m := move(t, "interact", "CheckboxModel", map[string]any{"value": true})
	if len(m.figures) != 2 || m.figures[0] == m.figures[1] || m.shown.Data[protocol.MIMEImagePNG] == nil {
		t.Errorf("%d figures, %v", len(m.figures), m.shown)
	}
	shown := runCell(t, "interact", page{program: true}, nil)
	if len(shown) != 1 || shown[0].Data[protocol.MIMEImageSVG] == nil {
		t.Errorf("%d outputs, want the figure", len(shown))
	}
}

// TestDrag checks that the figure follows its points, which are in the units of its axes.
func TestDrag(t *testing.T) {
	m := move(t, "drag", "AnyModel", map[string]any{"points": [][2]float64{{0.75, 0.5}}})
	if len(m.figures) != 2 || m.figures[0] == m.figures[1] {
		t.Errorf("%d figures", len(m.figures))
	}
	var place, ranges [4]float64
	text, _ := json.Marshal(m.opened["AnyModel"])
	var state struct{ Place, Ranges [4]float64 }
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	if place, ranges = state.Place, state.Ranges; place[0] <= 0 || place[0] >= place[2] || place[1] >= place[3] || ranges[0] >= ranges[2] || ranges[1] >= ranges[3] {
		t.Errorf("place %v, ranges %v", place, ranges)
	}
	if m.shown.Data[protocol.MIMEImageSVG] == nil {
		t.Error("no picture for readers without widgets")
	}
}
