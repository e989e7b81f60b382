//go:build unix

package inline_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// TestSliderShowsFrames: where no page follows a slider, or other cells may wait for it,
// there are frames at once, so that running all cells stops nowhere.
func TestSliderShowsFrames(t *testing.T) {
	file := func(n string) string { return queue(t, filepath.Join(t.TempDir(), "waiting"), n) }
	for name, p := range map[string]page{
		"a headless run":                {noServer: true, waiting: file("0")},
		"VS Code":                       {code: true, waiting: file("0")},
		"a kernel that does not say it": {},
		"a file that is not there":      {waiting: filepath.Join(t.TempDir(), "none")},
		"a file that says nothing":      {waiting: file("")},
		"another cell waits":            {waiting: file("1\n")},
	} {
		shown := runCell(t, "slider", p, nil)
		if len(shown) != 1 {
			t.Errorf("%s: %d outputs, want the frames alone", name, len(shown))
			continue
		}
		checkFramesShown(t, shown[0])
	}
}

// TestSliderMakesWay: a live slider, and one whose page has not answered yet, end when
// another cell begins to wait.
func TestSliderMakesWay(t *testing.T) {
	for name, answers := range map[string]bool{"live": true, "unanswered": false} {
		p := page{waiting: queue(t, filepath.Join(t.TempDir(), "waiting"), "0")}
		var begun time.Time
		shown := runCell(t, "slider", p, func(k *kernel, data *protocol.DisplayData) {
			if s, ok := data.Data[protocol.MIMECommSubscribe].(protocol.CommSubscription); ok && !s.Unsubscribe {
				if answers {
					k.send(s.Address, 0)
				} else if begun.IsZero() {
					begun = time.Now()
					queue(t, p.waiting, "2")
				}
			}
			if html, _ := data.Data[protocol.MIMETextHTML].(string); begun.IsZero() && strings.Contains(html, "<svg") {
				begun = time.Now()
				queue(t, p.waiting, "1")
			}
		})
		checkFramesShown(t, shown[len(shown)-1])
		// It takes under 100 ms where the machine has nothing else to do; left alone, ten
		// seconds and more.
		if took := time.Since(begun); begun.IsZero() || took > 8*time.Second {
			t.Errorf("%s: the slider made way after %s", name, took)
		} else {
			t.Logf("%s: made way after %s", name, took)
		}
	}
}

// The browser connects, moves the slider to the last value and presses the button.
func TestSliderLive(t *testing.T) {
	moved := moveToLast(t, "slider", "λ")
	if got := strings.Join(moved.captions, "; "); got != "λ = 0.25; λ = 0.75" {
		t.Errorf("figures for %q, want them for λ = 0.25 and λ = 0.75", got)
	}
	checkFramesShown(t, moved.last)
}

// moved is what a live cell showed.
type moved struct {
	captions []string
	last     *protocol.DisplayData
}

// moveToLast plays a browser that connects, moves the control to its value 2 and presses the button.
func moveToLast(t *testing.T, cell, label string) (m moved) {
	t.Helper()
	var control, button string
	p := page{waiting: queue(t, filepath.Join(t.TempDir(), "waiting"), "0")}
	shown := runCell(t, cell, p, func(k *kernel, data *protocol.DisplayData) {
		if s, ok := data.Data[protocol.MIMECommSubscribe].(protocol.CommSubscription); ok && !s.Unsubscribe {
			first := 0
			if strings.HasPrefix(s.Address, "/select/") {
				control = s.Address
			} else if button == "" {
				button = s.Address
			} else {
				return // the second subscription: the button exists already
			}
			k.send(s.Address, first)
			return
		}
		page, _ := data.Data[protocol.MIMETextHTML].(string)
		if !strings.Contains(page, "<svg") || strings.Contains(page, "<script") {
			return
		}
		m.captions = append(m.captions, page[strings.Index(page, label):strings.Index(page, "</div>")])
		switch len(m.captions) {
		case 1:
			k.send(control, 2)
		case 2:
			k.send(button, 1)
		}
	})
	m.last = shown[len(shown)-1]
	return m
}

// A slider that nobody moves ends by itself.
func TestSliderTimeout(t *testing.T) {
	p := page{waiting: queue(t, filepath.Join(t.TempDir(), "waiting"), "0\n")}
	shown := runCell(t, "timeout", p, func(k *kernel, data *protocol.DisplayData) {
		if s, ok := data.Data[protocol.MIMECommSubscribe].(protocol.CommSubscription); ok && !s.Unsubscribe {
			k.send(s.Address, 0)
		}
	})
	checkFramesShown(t, shown[len(shown)-1])
}
