//go:build unix

package inline_test

import (
	"encoding/gob"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
	"github.com/igbolab/igbolab/plots/inline/widget"
)

// cellEnv names the cell that a copy of the test binary runs, as a child process of a GoNB kernel
// would.
const cellEnv = "INLINE_TEST_CELL"

// cells maps names to the programs that run as notebook cells.
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
		return stay(inline.Slider("λ", []float64{0.25, 0.5, 0.75}, level, inline.StartAt(0.3)))
	},
	"faults": func() error {
		return stay(inline.Slider("λ", []float64{0.25, 0.5, 0.75}, func(v float64) (inline.Figure, error) {
			calls++
			if v == 0.75 && calls > 4 { // after the frames
				panic("no <figure>")
			}
			return level(v)
		}, inline.StartAt(0.3)))
	},
	"stale": func() error {
		return stay(inline.Slider("λ", []float64{0.25, 0.5, 0.75}, func(v float64) (inline.Figure, error) {
			if calls++; calls == 5 { // after the frames and the first figure
				inline.Display(inline.Content{Text: "drawing"})
				<-goOn
			}
			return level(v)
		}))
	},
	"select": func() error {
		return stay(inline.Select("target", words, named))
	},
	"interact": func() error {
		v, high := widget.FloatSlider("v", 0.5, 0, 1, 0.25), widget.Checkbox("high", false)
		return stay(inline.Interact(func() (inline.Figure, error) {
			if high.Get() {
				return level(v.Get() + 10)
			}
			return level(v.Get())
		}, widget.VBox(v, high)))
	},
	"drag": func() error {
		return stay(inline.Drag([]inline.Point{{X: 0.25, Y: 0.5}}, func(p []inline.Point) (inline.Figure, error) { return level(p[0].X) }))
	},
	"display": func() error {
		return inline.Display(inline.Content{Text: "a table", HTML: "<table></table>"})
	},
	"fail": func() error {
		_ = plots.Show(nil, errors.New("no <figure> of λ"))
		fmt.Println("not reached")
		return nil
	},
	"no figure": func() error {
		_ = plots.ShowAll([]plots.Figure{nil})
		return nil
	},
	"end": func() error {
		bar := inline.Progress("training", 10)
		bar.Add(3)
		inline.End(errors.New("no data"))
		return nil
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

var calls int

// endAddress is where a test ends a cell that follows widgets. goAddress is where it lets a drawing
// continue.
const (
	endAddress = "/test/end"
	goAddress  = "/test/go"
)

// stay keeps a cell running, like the process of stateful cells, until the test ends it.
func stay(err error) error {
	if err != nil || !widget.Available() || os.Getenv("JPY_SESSION_NAME") == "" || os.Getenv("VSCODE_CWD") != "" {
		return err
	}
	<-ended
	return nil
}

// ended is closed when the test ends the cell, and goOn when a drawing may continue.
var ended, goOn = make(chan struct{}), make(chan struct{})

func init() {
	others := gonbui.OnCommValueUpdate
	gonbui.OnCommValueUpdate = func(v *protocol.CommValue) {
		switch v.Address {
		case endAddress:
			close(ended)
		case goAddress:
			close(goOn)
		default:
			others(v)
		}
	}
}

// TestMain runs a cell if cellEnv is set, and the tests otherwise.
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

// kernel implements the kernel's side of GoNB's protocol for one cell.
type kernel struct {
	t       *testing.T
	shown   []*protocol.DisplayData
	encoder *gob.Encoder
	react   func(k *kernel, data *protocol.DisplayData)
}

// page describes the notebook's page and kernel, as the environment variables show them.
type page struct {
	noServer bool // a headless run
	code     bool // VS Code
	program  bool // a cell that is a program
}

// environment returns the environment of a cell, which overrides that of the test.
func (p page) environment() []string {
	env := map[string]string{"JPY_SESSION_NAME": "a.ipynb", "IGBOLAB_LIVING": "1", "VSCODE_PID": "", "VSCODE_CWD": ""}
	if p.noServer {
		env["JPY_SESSION_NAME"] = ""
	}
	if p.code {
		env["VSCODE_CWD"] = "/"
	}
	if p.program {
		env["IGBOLAB_LIVING"] = ""
	}
	var list []string
	for name, value := range env {
		list = append(list, name+"="+value)
	}
	return list
}

// runCell runs a cell and returns what it displayed. If react is not nil, it plays the role of the
// browser.
func runCell(t *testing.T, cell string, p page, react func(*kernel, *protocol.DisplayData)) []*protocol.DisplayData {
	t.Helper()
	shown, stderr, err := runFailingCell(t, cell, p, react)
	if err != nil {
		t.Fatalf("cell %s: %v\n%s", cell, err, stderr)
	}
	return shown
}

// runFailingCell is like runCell for a cell that may fail. It also returns the cell's standard
// error and its exit error.
func runFailingCell(t *testing.T, cell string, p page, react func(*kernel, *protocol.DisplayData)) ([]*protocol.DisplayData, string, error) {
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
	var written strings.Builder
	command := exec.Command(program)
	command.Env = append(os.Environ(), cellEnv+"="+cell, protocol.GONB_PIPE_ENV+"="+to, protocol.GONB_PIPE_BACK_ENV+"="+back)
	command.Env = append(command.Env, p.environment()...)
	command.Stdout, command.Stderr = &written, &written
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(5*time.Minute, func() { _ = command.Process.Kill() })
	defer watchdog.Stop()
	k := &kernel{t: t, react: react}
	k.serve(to, back)
	err = command.Wait()
	return k.shown, written.String(), err
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
	shown := runCell(t, "show", page{}, nil)
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
	if !strings.Contains(svg, "viewBox=") || !strings.Contains(svg, `<svg style="max-width:100%;height:auto" `) {
		t.Errorf("an SVG that a phone cuts: %.200s", svg)
	}
}

// TestDisplayInNotebook checks that a content is sent in exactly the forms that it has.
func TestDisplayInNotebook(t *testing.T) {
	shown := runCell(t, "display", page{}, nil)
	if len(shown) != 1 || len(shown[0].Data) != 2 || shown[0].Data[protocol.MIMETextPlain] != "a table" || shown[0].Data[protocol.MIMETextHTML] != "<table></table>" {
		t.Errorf("%d outputs, %+v", len(shown), shown[0])
	}
}

func TestFramesInNotebook(t *testing.T) {
	shown := runCell(t, "frames", page{}, nil)
	if len(shown) != 1 {
		t.Fatalf("%d outputs, want one", len(shown))
	}
	checkFramesShown(t, shown[0])
}

// checkFramesShown requires a range input and a PNG.
func checkFramesShown(t *testing.T, data *protocol.DisplayData) {
	t.Helper()
	checkShown(t, data, `type="range"`)
}

// checkShown requires a control and a PNG.
func checkShown(t *testing.T, data *protocol.DisplayData, control string) {
	t.Helper()
	page, _ := data.Data[protocol.MIMETextHTML].(string)
	png, _ := data.Data[protocol.MIMEImagePNG].([]byte)
	if strings.Contains(page, "ZgotmplZ") || !strings.Contains(page, "max-width:min(100%,720px)") {
		t.Errorf("frames that a phone cuts: %.200s", page)
	}
	if !strings.Contains(page, control) || len(png) == 0 {
		t.Errorf("want frames with %s beside a PNG, got %d and %d bytes", control, len(page), len(png))
	}
}

func TestProgressInNotebook(t *testing.T) {
	shown := runCell(t, "progress", page{}, nil)
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
	if !strings.Contains(last, "1000 of 1000 steps in ") {
		t.Errorf("last line %q", last)
	}
}

// TestShowFailsTheCell checks that an error is displayed instead of the figure, as HTML and as
// text, and that the cell fails even if its caller ignores the error.
func TestShowFailsTheCell(t *testing.T) {
	for cell, want := range map[string]string{"fail": "no <figure> of λ", "no figure": "nil"} {
		shown, written, err := runFailingCell(t, cell, page{}, nil)
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
			t.Errorf("%s: the cell ends with %v, want exit status 1", cell, err)
		}
		if strings.Contains(written, "not reached") || !strings.Contains(written, want) {
			t.Errorf("%s: the cell wrote %q, want the error %q and no more", cell, written, want)
		}
		if len(shown) != 1 {
			t.Fatalf("%s: %d outputs, want the error", cell, len(shown))
		}
		text, _ := shown[0].Data[protocol.MIMETextPlain].(string)
		box, _ := shown[0].Data[protocol.MIMETextHTML].(string)
		if !strings.Contains(text, want) || !strings.Contains(box, html.EscapeString(want)) || strings.Contains(box, "<figure>") {
			t.Errorf("%s: shown %q and %q, want %q", cell, text, box, want)
		}
	}
}

// TestEndTidies checks that End waits for earlier output and stops progress bars.
func TestEndTidies(t *testing.T) {
	shown, written, err := runFailingCell(t, "end", page{}, nil)
	last, _ := shown[len(shown)-1].Data[protocol.MIMETextHTML].(string)
	if err == nil || !strings.Contains(last, "training: 3 of 10 steps in ") {
		t.Errorf("%v; the bar ends as %q", err, last)
	}
	if !strings.HasPrefix(written, "no data\n") {
		t.Errorf("the cell wrote %q", written)
	}
}
