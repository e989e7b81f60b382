//go:build unix

package inline_test

import (
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/plots/inline"
)

// cellEnv names the cell that a copy of the test binary runs as a GoNB kernel's
// child would.
const cellEnv = "INLINE_TEST_CELL"

// cells are the programs run as notebook cells.
var cells = map[string]func() error{
	"show": func() error {
		figure, err := level(0.5)
		return errors.Join(err, inline.Show(figure))
	},
	"frames": func() error {
		frames, err := inline.Frames("λ", []float64{0.25, 0.5, 0.75}, level)
		return errors.Join(err, inline.Show(frames))
	},
	"slider": func() error {
		return inline.Slider("λ", []float64{0.25, 0.5, 0.75}, level, inline.StartAt(0.3))
	},
	"timeout": func() error {
		return inline.Slider("λ", []float64{0.25, 0.5, 0.75}, level, inline.Timeout(50*time.Millisecond))
	},
	"progress": func() error {
		bar := inline.Progress("training <a>", 1000)
		for range 1000 {
			bar.Add(1)
		}
		bar.Done()
		return nil
	},
}

// TestMain runs a cell where it is asked to, else the tests.
func TestMain(m *testing.M) {
	cell, ok := cells[os.Getenv(cellEnv)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := cell(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// kernel speaks the kernel's side of GoNB's protocol with one cell.
type kernel struct {
	t       *testing.T
	shown   []*protocol.DisplayData
	encoder *gob.Encoder
	react   func(k *kernel, data *protocol.DisplayData)
}

// runCell runs a cell and returns what it displayed. react, if any, plays the
// browser.
func runCell(t *testing.T, cell string, browser bool, react func(*kernel, *protocol.DisplayData)) []*protocol.DisplayData {
	t.Helper()
	dir := t.TempDir()
	to, back := filepath.Join(dir, "to"), filepath.Join(dir, "back")
	for _, path := range []string{to, back} {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program)
	command.Env = append(os.Environ(), cellEnv+"="+cell, protocol.GONB_PIPE_ENV+"="+to, protocol.GONB_PIPE_BACK_ENV+"="+back,
		protocol.GONB_JUPYTER_KERNEL_ID_ENV+"=")
	if browser {
		command.Env = append(command.Env, protocol.GONB_JUPYTER_KERNEL_ID_ENV+"=1234")
	}
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(60*time.Second, func() { _ = command.Process.Kill() })
	defer watchdog.Stop()
	k := &kernel{t: t, react: react}
	k.serve(to, back)
	if err := command.Wait(); err != nil {
		t.Fatalf("cell %s: %v", cell, err)
	}
	return k.shown
}

// serve reads messages until the cell ends.
func (k *kernel) serve(to, back string) {
	reader, err := os.Open(to)
	if err != nil {
		k.t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	writer, err := os.OpenFile(back, os.O_WRONLY, 0)
	if err != nil {
		k.t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	k.encoder = gob.NewEncoder(writer)
	decoder := gob.NewDecoder(reader)
	for {
		data := &protocol.DisplayData{}
		if decoder.Decode(data) != nil {
			return
		}
		if sync, ok := data.Data[protocol.MIMECommValue].(protocol.CommValue); ok && sync.Address == protocol.GonbuiSyncAddress {
			k.send(protocol.GonbuiSyncAckAddress, sync.Value)
			continue
		}
		k.shown = append(k.shown, data)
		if k.react != nil {
			k.react(k, data)
		}
	}
}

// send sends a value to the cell.
func (k *kernel) send(address string, value any) {
	if err := k.encoder.Encode(&protocol.CommValue{Address: address, Value: value}); err != nil {
		k.t.Errorf("sending to %s: %v", address, err)
	}
}

func TestShowInNotebook(t *testing.T) {
	shown := runCell(t, "show", false, nil)
	if len(shown) != 1 {
		t.Fatalf("%d outputs, want one", len(shown))
	}
	svg, _ := shown[0].Data[protocol.MIMEImageSVG].(string)
	png, _ := shown[0].Data[protocol.MIMEImagePNG].([]byte)
	if !strings.Contains(svg, "<svg") || !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("want SVG beside PNG, got %d and %d bytes", len(svg), len(png))
	}
	size, _ := shown[0].Metadata[string(protocol.MIMEImagePNG)].(map[string]int)
	if size["width"] != 720 {
		t.Errorf("PNG of width %d, want 720", size["width"])
	}
}

func TestFramesInNotebook(t *testing.T) {
	shown := runCell(t, "frames", false, nil)
	if len(shown) != 1 {
		t.Fatalf("%d outputs, want one", len(shown))
	}
	checkFramesShown(t, shown[0])
}

// checkFramesShown asks for a range input with a PNG beside it.
func checkFramesShown(t *testing.T, data *protocol.DisplayData) {
	t.Helper()
	page, _ := data.Data[protocol.MIMETextHTML].(string)
	png, _ := data.Data[protocol.MIMEImagePNG].([]byte)
	if !strings.Contains(page, `type="range"`) || len(png) == 0 {
		t.Errorf("want frames with a range input beside a PNG, got %d and %d bytes", len(page), len(png))
	}
}

func TestSliderHeadlessShowsFrames(t *testing.T) {
	shown := runCell(t, "slider", false, nil)
	if len(shown) != 1 {
		t.Fatalf("%d outputs, want one", len(shown))
	}
	checkFramesShown(t, shown[0])
}

// The browser connects, moves the slider to the last value and presses the button.
func TestSliderLive(t *testing.T) {
	var slider, button string
	var captions []string
	shown := runCell(t, "slider", true, func(k *kernel, data *protocol.DisplayData) {
		if s, ok := data.Data[protocol.MIMECommSubscribe].(protocol.CommSubscription); ok && !s.Unsubscribe {
			first := 0
			if strings.HasPrefix(s.Address, "/select/") {
				slider = s.Address
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
		captions = append(captions, page[strings.Index(page, "λ"):strings.Index(page, "</div>")])
		switch len(captions) {
		case 1:
			k.send(slider, 2)
		case 2:
			k.send(button, 1)
		}
	})
	if got := strings.Join(captions, "; "); got != "λ = 0.25; λ = 0.75" {
		t.Errorf("figures for %q, want them for λ = 0.25 and λ = 0.75", got)
	}
	checkFramesShown(t, shown[len(shown)-1])
}

// A slider that nobody moves ends by itself.
func TestSliderTimeout(t *testing.T) {
	shown := runCell(t, "timeout", true, func(k *kernel, data *protocol.DisplayData) {
		if s, ok := data.Data[protocol.MIMECommSubscribe].(protocol.CommSubscription); ok && !s.Unsubscribe {
			k.send(s.Address, 0)
		}
	})
	checkFramesShown(t, shown[len(shown)-1])
}

func TestProgressInNotebook(t *testing.T) {
	shown := runCell(t, "progress", false, nil)
	if len(shown) < 2 || len(shown) > 20 {
		t.Fatalf("%d messages for 1000 steps, want a few", len(shown))
	}
	for _, data := range shown[1:] {
		if data.DisplayID == "" || data.DisplayID != shown[0].DisplayID {
			t.Errorf("display id %q, want the first one, %q", data.DisplayID, shown[0].DisplayID)
		}
	}
	first, _ := shown[0].Data[protocol.MIMETextHTML].(string)
	last, _ := shown[len(shown)-1].Data[protocol.MIMETextHTML].(string)
	if !strings.Contains(first, `<progress value="0" max="1000">`) || !strings.Contains(first, "&lt;a&gt;") {
		t.Errorf("first bar %q", first)
	}
	if !strings.Contains(last, "1000 of 1000 in ") {
		t.Errorf("last line %q", last)
	}
}
