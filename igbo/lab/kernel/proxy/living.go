package proxy

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/page"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// Living says whether cells live, and from what.
type Living struct {
	// Made is what was made for them; Why is the reason where nothing was.
	Made live.Made
	Why  error
	// On tells that cells live from the start; `%live on` and `%live off` change it.
	On bool
	// Asked tells that they were asked for, so that a person learns why they do not live.
	Asked bool
}

// living is the proxy's side of the process in which cells live.
type living struct {
	session atomic.Pointer[live.Session]
	last    *wire.Message // the cell to which belongs what comes between cells
	shown   map[string]bool
	page    *page.Bridge
	asked   string // the request to the engine to connect the page
}

// killLiving is how long a cell that takes what the machine needs may go on before its process is ended. After an
// interrupt of a person the process itself is asked; see [live.Session.Interrupt].
const killLiving = 3 * time.Second

// lives tells whether a cell is to live: it has Go alone.
func (p *proxy) lives(c *cell) bool {
	if p.Living.Asked && p.Living.Why != nil && !c.own {
		p.Living.Asked = false
		p.say(c, "stderr", fmt.Sprintf("[values do not live here, each cell is a program of its own: %v]\n", p.Living.Why))
	}
	if !p.Living.On || c.own || complete.IsScript(c.request.Code) {
		return false
	}
	for line := range strings.Lines(c.request.Code) {
		if cells.IsCommand(line) || cells.IsMain(line) && len(strings.Fields(line)) > 1 { // with arguments they are a program's
			return false
		}
	}
	return true
}

// borrowed is the code of a cell that is a program, with what it uses of those that lived before.
func (p *proxy) borrowed(c *cell) string {
	code, s := c.request.Code, p.living.session.Load()
	if s == nil || c.own || complete.IsScript(code) {
		return code
	}
	program, missing := s.Program(code)
	if len(missing) > 0 {
		p.say(c, "stderr", fmt.Sprintf("[living values are not there in a program: %s]\n", strings.Join(missing, ", ")))
	}
	if program != code {
		p.cells.Rewrite(p.count, program)
	}
	return program
}

// startLiving starts the process of living cells, where it does not run yet. It is called by one goroutine at a time.
func (p *proxy) startLiving() error {
	if p.living.session.Load() != nil {
		return nil
	}
	folder := filepath.Join(p.session.Folder, "living")
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	env := []string{p.session.Mark(), WaitingVariable + "=" + filepath.Join(p.session.Folder, "waiting"), "TMPDIR=" + p.session.Temp, LivingVariable + "=1"}
	if found := kernelID.FindStringSubmatch(p.Connection); found != nil {
		env = append(env, protocol.GONB_JUPYTER_KERNEL_ID_ENV+"="+found[1])
	}
	s, err := p.Living.Made.New(live.Options{Folder: folder, Dir: dir, Env: env, Listener: live.Listener{
		Output:  func(stream, text string) { p.soon(func() { p.livingOutput(stream, text) }) },
		Display: func(d *protocol.DisplayData) { p.soon(func() { p.livingDisplay(d) }) },
	}})
	if err == nil {
		p.living.session.Store(s)
	}
	return err
}

// soon has something handled in turn, unless the proxy ends.
func (p *proxy) soon(handle func()) {
	select {
	case p.events <- handle:
	case <-p.over.Done():
	}
}

// live runs a cell in the living process.
func (p *proxy) live(c *cell) {
	p.living.last = c.Message
	number, code := p.count, c.request.Code
	var r live.Result
	p.aside(c, func(ctx context.Context) (err error) {
		r, err = p.living.session.Load().Run(ctx, number, code)
		return err
	}, func(err error) { p.lived(c, r, err) })
}

// aside does something with the living process beside the proxy, until the cell is ended, and has its end handled in turn.
func (p *proxy) aside(c *cell, do func(ctx context.Context) error, then func(error)) {
	p.begin(c)
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	go func() {
		defer cancel()
		err := p.startLiving()
		if err == nil {
			err = do(ctx)
		}
		p.soon(func() { then(err) })
	}()
}

// begin tells front ends that a cell runs which the engine does not see.
func (p *proxy) begin(c *cell) {
	c.lives = true
	p.status(c.Message, "busy")
	if !c.request.Silent {
		p.publish(c.Message, "execute_input", map[string]any{"code": c.request.Code, "execution_count": p.count})
	}
}

// livingOutput passes on what the living process printed, as that of the cell that runs or ran last.
func (p *proxy) livingOutput(stream, text string) {
	if p.living.last == nil {
		return
	}
	if m := p.message("stream", p.living.last, map[string]string{"name": stream, "text": text}); m != nil {
		p.livingMessage(m)
	}
}

// livingMessage takes an output in the way of those of the engine.
func (p *proxy) livingMessage(m *wire.Message) {
	if c := p.running; c != nil && c.lives && c.Header.ID == p.living.last.Header.ID {
		p.output(c, m)
		return
	}
	p.show(m)
}

// livingDisplay passes on what the living process displays, and what it sends to the page.
func (p *proxy) livingDisplay(d *protocol.DisplayData) {
	if about := p.living.last; about != nil {
		p.living.page.Take(d, func() { p.livingShow(d, about) })
	}
}

// scripts begins the name of the place where GoNB's library has the page run a script. It is one for the whole process; were
// the place of an earlier cell taken, which has been run again since, nothing would run.
const scripts = "gonb_transient_js_"

// livingShow shows what a cell displays.
func (p *proxy) livingShow(d *protocol.DisplayData, about *wire.Message) {
	if strings.HasPrefix(d.DisplayID, scripts) {
		d.DisplayID += "_" + about.Header.ID
	}
	kind := "display_data"
	content := map[string]any{"data": d.Data, "metadata": d.Metadata, "transient": map[string]any{}}
	if d.Metadata == nil {
		content["metadata"] = map[string]any{}
	}
	if d.DisplayID != "" {
		content["transient"] = map[string]any{"display_id": d.DisplayID}
		if p.living.shown[d.DisplayID] {
			kind = "update_display_data"
		}
		p.living.shown[d.DisplayID] = true
	}
	m, err := wire.NewMessage(kind, p.id, about, content)
	if err != nil {
		p.complain("what a cell displays is dropped: %v", err)
		return
	}
	p.livingMessage(m)
}

// interruptLiving ends a living cell.
func (p *proxy) interruptLiving(c *cell) {
	c.cancel()
	p.living.session.Load().Interrupt()
}

// condemnLiving ends a living cell, and where it does not end its process.
func (p *proxy) condemnLiving(c *cell) {
	p.interruptLiving(c)
	time.AfterFunc(killLiving, func() {
		p.soon(func() {
			if p.running == c && c.reply == nil {
				p.living.session.Load().Kill()
			}
		})
	})
}
