//go:build unix

package proxy

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// browser plays the page of a notebook: it connects, and answers for each control that is put there.
type browser struct {
	t         *testing.T
	k         *wire.Kernel
	addresses []string
	captions  chan string
	begun     func() // called where a cell says so
}

var (
	kernelIDLine = regexp.MustCompile(`_kernel_id: "([^"]+)"`)
	syncedLine   = regexp.MustCompile(`newSyncedVariable\("([^"]+)"`)
	captionLine  = regexp.MustCompile(`>(λ = [^<]*)<`)
)

// say sends a message without waiting for what comes of it.
func (b *browser) say(kind string, content any) {
	m, err := wire.NewMessage(kind, "browser", nil, content)
	if err != nil {
		b.t.Error(err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_ = b.k.Send(ctx, false, m, func(*wire.Message) bool { return true })
}

// set says that a control has a value.
func (b *browser) set(address string, value any) {
	b.say("comm_msg", map[string]any{"comm_id": "browser", "data": map[string]any{"address": address, "value": value}})
}

// see looks at an output.
func (b *browser) see(o wire.Output) {
	if b.begun != nil && strings.HasPrefix(o.Text, "begun") {
		b.begun()
	}
	html, _ := o.Data["text/html"].(string)
	switch id, control, caption := kernelIDLine.FindStringSubmatch(html), syncedLine.FindStringSubmatch(html), captionLine.FindStringSubmatch(html); {
	case id != nil:
		b.say("comm_open", map[string]any{"comm_id": "browser", "target_name": "gonb_comm", "kernel_id": id[1], "data": map[string]any{}})
	case control != nil:
		b.addresses = append(b.addresses, control[1])
		b.set(control[1], 0)
	case caption != nil:
		b.captions <- caption[1]
	}
}

// TestLivingSlider: a slider of a living cell follows after the cell has ended, and while another one runs, and uses the
// cells' values.
func TestLivingSlider(t *testing.T) {
	t.Setenv("JPY_SESSION_NAME", "a.ipynb")
	t.Setenv("VSCODE_PID", "")
	t.Setenv("VSCODE_CWD", "")
	k := startLivingKernel(t)
	b := &browser{t: t, k: k, captions: make(chan string, 100)}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	see := func(code string) wire.Execution {
		e, err := k.ExecuteWatched(ctx, code, b.see)
		if err != nil || e.Err() != nil {
			t.Fatalf("%v, %v: %+v", err, e.Err(), e)
		}
		return e
	}
	see("factor, last := 2.0, 0.0\nfunc level(v float64) (plots.Figure, error) {\n\tlast = v\n\treturn plots.Bars([]string{\"a\"}, []plots.BarSeries{{Name: \"m\", Values: []float64{factor * v}}})\n}")
	see(`notebook.Check(inline.Slider("λ", []float64{0.25, 0.5, 0.75}, level, inline.StartAt(0.3)))`)
	if len(b.addresses) != 2 || <-b.captions != "λ = 0.25" {
		t.Fatalf("controls at %v", b.addresses)
	}
	for len(b.captions) > 0 {
		<-b.captions
	}
	b.begun = func() { b.set(b.addresses[0], "2") }
	e := see("fmt.Println(\"begun\")\nfor range 6000 {\n\tif last == 0.75 {\n\t\tbreak\n\t}\n\ttime.Sleep(10 * time.Millisecond)\n}\ntime.Sleep(time.Second)\nfmt.Println(last)")
	if e.Stdout() != "begun\n0.75\n" {
		t.Errorf("drawn last: %s", e.Stdout())
	}
	caption := ""
	for len(b.captions) > 0 {
		caption = <-b.captions
	}
	if caption != "λ = 0.75" {
		t.Errorf("the page shows %q", caption)
	}
	b.set(b.addresses[1], 1)
	e = see("time.Sleep(time.Second)")
	if text := fmt.Sprint(e.Outputs); !strings.Contains(text, "data-plots-frames") {
		t.Errorf("nothing takes the slider's place: %.300s", text)
	}
}
