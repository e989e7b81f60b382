package widget

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestFaults checks that a constructor's invalid input is reported, also by a box that contains the
// widget.
func TestFaults(t *testing.T) {
	for want, w := range map[string]Widget{
		"FloatSlider: the value must be from 0 to 1, got 2":                      FloatSlider("", 2, 0, 1, 0.1),
		"FloatSlider: the minimum, 3, must not be above":                         FloatSlider("", 2, 3, 1, 0.1),
		"FloatSlider: the step must be above 0, got 0":                           FloatSlider("", 0, 0, 1, 0),
		"FloatSlider: NaN must be a finite number":                               FloatSlider("", math.NaN(), 0, 1, 0.1),
		"IntSlider: the value must be from 0 to 1, got -1":                       IntSlider("", -1, 0, 1, 1),
		"Dropdown: the index must be within the list of 0 options, got 0":        Dropdown("", nil, 0),
		"SelectionSlider: the index must be within the list of 2 options, got 2": SelectionSlider("", []string{"a", "b"}, 2),
		"Button: the function is nil":                                            Button("", nil),
		"Progress: the value must be from 0 to 2, got 3":                         Progress("", 3, 2),
		"VBox: child 1 is nil":                                                   VBox(HTML(""), nil),
	} {
		if err := w.Base().Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := View(HTML("")); !errors.Is(err, errUnavailable) {
		t.Errorf("a view where nothing can show it: %v", err)
	}
	if err := FloatSlider("", 0, 0, 1, 0.1).Set(math.NaN()); err == nil {
		t.Error("NaN is taken")
	}
}

// TestAnswer checks that values from a page have the constructors' types, and that invalid values
// become zero values.
func TestAnswer(t *testing.T) {
	i, b, s, f := IntSlider("", 1, 0, 9, 1), Checkbox("", false), Text("", "a"), FloatSlider("", 1, 0, 9, 0.5)
	picture, clicked := Image("png", nil), 0
	var heard float64
	f.OnChange(func(v float64) { heard = v })
	click := Button("", func() { clicked++ })
	for _, m := range []*Model{i.Model, b.Model, s.Model, f.Model, picture.Model, click} {
		keep(m)
		defer drop(m.id)
	}
	tell := func(m *Model, data string, buffers ...[]byte) {
		for _, f := range answer(Line{Kind: "comm_msg", Comm: m.id, Data: []byte(data), Buffers: buffers}) {
			guarded(*f)
		}
	}
	tell(i.Model, `{"method":"update","state":{"value":7},"buffer_paths":[]}`)
	tell(b.Model, `{"method":"update","state":{"value":true},"buffer_paths":[]}`)
	tell(s.Model, `{"method":"update","state":{"value":"λ","made_up":1},"buffer_paths":[]}`)
	tell(f.Model, `{"method":"update","state":{"value":3}}`)
	tell(picture.Model, `{"method":"update","state":{},"buffer_paths":[["value"]]}`, []byte("png"))
	tell(click, `{"method":"custom","content":{"event":"click"}}`)
	tell(click, `{"method":"custom","content":{"event":"other"}}`)
	tell(click, `{"method":"custom","content":7}`)
	tell(click, `not JSON`)
	if i.Get() != 7 || !b.Get() || s.Get() != "λ" || f.Get() != 3 || heard != 3 || string(picture.Get()) != "png" || clicked != 1 {
		t.Errorf("%v %v %q %v %v %q %d", i.Get(), b.Get(), s.Get(), f.Get(), heard, picture.Get(), clicked)
	}
	if s.get("made_up") != nil {
		t.Error("a page adds a value to the state")
	}
	tell(i.Model, `{"method":"update","state":{"value":"seven"}}`)
	if i.Get() != 0 {
		t.Errorf("a text as a number is %d", i.Get())
	}
	figure, drawn := HTML(""), 0
	redraw := func() { drawn++ }
	i.OnUpdate(figure.Model, &redraw)
	for _, closed := range []bool{false, true} { // closed by a cell that runs again
		if closed {
			figure.mu.Lock()
			figure.shut()
			figure.mu.Unlock()
		}
		tell(i.Model, `{"method":"update","state":{"value":5}}`)
		if drawn != 1 {
			t.Errorf("drawn %d times, with a figure that is closed: %v", drawn, closed)
		}
	}
	answer(Line{Kind: "comm_close", Comm: i.id})
	if model(i.id) != nil {
		t.Error("a widget that the page has closed is known")
	}
}

// TestQueueAfterInterrupt checks that an interrupt in a callback does not leave the lines that came meanwhile.
func TestQueueAfterInterrupt(t *testing.T) {
	slow, other := Checkbox("", false), Checkbox("", false)
	for _, m := range []*Model{slow.Model, other.Model} {
		keep(m)
		defer drop(m.id)
	}
	line := func(m *Model) string {
		return fmt.Sprintf(`{"kind":"comm_msg","comm":%q,"data":{"method":"update","state":{"value":true}}}`, m.id)
	}
	heard := make(chan bool)
	other.OnChange(func(v bool) { heard <- v })
	slow.OnChange(func(bool) {
		receive(line(other.Model))
		runtime.Goexit() // as an interrupt does
	})
	receive(line(slow.Model))
	select {
	case <-heard:
	case <-time.After(time.Minute):
		t.Error("a line stays in the queue")
	}
}
