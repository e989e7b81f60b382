package stateful

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Lists that the linker reads: what the host has mapped, and the tables that the host has made.
const (
	imagesFile = "images"
	tablesFile = "tables"
)

// hostAddress is the address at which programs begin.
const hostAddress = 0x400000

// process is a running host.
type process struct {
	cmd      *exec.Cmd
	orders   io.WriteCloser
	input    input
	display  *os.File // what cells display arrives here
	back     *os.File // answers to it are sent here
	answers  chan message.Answer
	ended    chan struct{} // closed once the process has ended and all its output is read
	err      error
	streams  []*stream
	high     uint64
	fatal    atomic.Pointer[string]   // the runtime's message before it ended the process
	reported chan *protocol.CommValue // values from the page that the cells have not received yet
	looks    looks

	mu     sync.Mutex
	marks  map[string]chan struct{} // channels of the marks that someone waits for
	saved  map[string]message.Saved // by symbol
	spared map[string]bool          // digests of what an earlier process saved and Restore can restore
	named  map[string]bool          // symbols that cells have named since they were saved
	tables []message.Table          // method tables that the host has made
}

// Listener receives output and events of cells while they run. Its functions are called from several goroutines.
type Listener struct {
	// Output receives text of a stream, stdout or stderr.
	Output func(stream, text string)
	// Display receives displayed data, and data that is sent to the page.
	Display func(*protocol.DisplayData)
	// Ended, if set, is called with the number of a process that has ended.
	Ended func(pid int)
}

// start starts a host with a folder for its pipes, and returns the first address that modules can use.
func start(program, folder string, env []string, dir string, l Listener) (*process, uint64, error) {
	p := &process{answers: make(chan message.Answer, 16), ended: make(chan struct{}), marks: map[string]chan struct{}{}, saved: map[string]message.Saved{}, named: map[string]bool{}, reported: make(chan *protocol.CommValue, reportedLimit)}
	ordersIn, orders, err := os.Pipe()
	if err != nil {
		return nil, 0, err
	}
	answers, answersOut, err := os.Pipe()
	if err != nil {
		return nil, 0, errors.Join(err, ordersIn.Close(), orders.Close())
	}
	p.orders = orders
	p.cmd = exec.Command(program)
	p.cmd.Dir, p.cmd.ExtraFiles = dir, []*os.File{ordersIn, answersOut}
	if err := p.open(folder); err != nil {
		return nil, 0, errors.Join(err, ordersIn.Close(), orders.Close(), answers.Close(), answersOut.Close())
	}
	stdin, err := p.openInput(folder)
	if err != nil {
		return nil, 0, err
	}
	defer stdin.Close()
	p.cmd.Stdin = stdin
	p.cmd.Env = append(env[:len(env):len(env)], protocol.GONB_PIPE_ENV+"="+p.display.Name(), protocol.GONB_PIPE_BACK_ENV+"="+p.back.Name(), protocol.GONB_DIR_ENV+"="+dir)
	var readers sync.WaitGroup
	for name, to := range map[string]*io.Writer{"stdout": &p.cmd.Stdout, "stderr": &p.cmd.Stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, 0, err
		}
		defer w.Close()
		*to = w
		s := &stream{name: name, file: r}
		p.streams = append(p.streams, s)
		readers.Go(func() { p.read(s, l.Output) })
	}
	err = p.cmd.Start()
	if err = errors.Join(err, ordersIn.Close(), answersOut.Close()); err != nil {
		p.input.Lock()
		defer p.input.Unlock()
		p.input.close()
		return nil, 0, errors.Join(fmt.Errorf("stateful: starting the stateful process: %w", err), orders.Close(), answers.Close(), p.display.Close(), p.back.Close())
	}
	go p.show(l.Display)
	first := make(chan message.Answer, 1)
	readers.Go(func() { p.hear(answers, first, folder) })
	go func() {
		p.err = p.cmd.Wait()
		_ = p.display.Close()
		_ = p.back.Close()
		p.input.Lock()
		p.input.close()
		p.input.Unlock()
		for _, s := range p.streams {
			s.finish()
		}
		readers.Wait()
		close(p.ended)
		if l.Ended != nil {
			l.Ended(p.cmd.Process.Pid)
		}
	}()
	select {
	case a := <-first:
		if a.End == message.Refused {
			return nil, 0, fmt.Errorf("stateful: %s", a.Text)
		}
		p.high = a.High
		return p, a.Low, nil
	case <-p.ended:
		return nil, 0, fmt.Errorf("stateful: starting the stateful process: it ended at once: %w", p.err)
	}
}

// open makes the pipes of GoNB's protocol.
func (p *process) open(folder string) (err error) {
	for _, name := range []string{"display", "back"} {
		_ = os.Remove(filepath.Join(folder, name)) // left by an earlier host
	}
	if p.display, err = pipe(filepath.Join(folder, "display")); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	if p.back, err = pipe(filepath.Join(folder, "back")); err != nil {
		return errors.Join(fmt.Errorf("stateful: %w", err), p.display.Close())
	}
	return nil
}

// openInput opens the end of the standard input that the process reads.
func (p *process) openInput(folder string) (*os.File, error) {
	p.input.folder = folder
	name, err := p.input.open()
	if err != nil {
		return nil, err
	}
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) // blocking
	if err != nil {
		return nil, fmt.Errorf("stateful: %w", err)
	}
	return os.NewFile(uintptr(fd), name), nil
}

// hear passes the host's answers on. The first one goes to a separate channel.
func (p *process) hear(in io.ReadCloser, first chan<- message.Answer, folder string) {
	defer in.Close()
	decoder := json.NewDecoder(in)
	for to := first; ; {
		var a message.Answer
		if decoder.Decode(&a) != nil {
			return
		}
		p.mu.Lock()
		p.tables = append(p.tables, a.Tables...)
		p.mu.Unlock()
		if p.looks.take(a) {
			continue
		}
		if a.ID == 0 && to != first { // nobody waits for an answer about saved variables
			p.keep(folder, a.Saved, a.Looked)
			continue
		}
		to <- a
		to = p.answers
	}
}

// tell sends an order.
func (p *process) tell(o message.Order) error {
	text, err := json.Marshal(o)
	if err == nil {
		_, err = p.orders.Write(append(text, '\n'))
	}
	return err
}

// show passes on what cells display, and answers those who wait for it.
func (p *process) show(display func(*protocol.DisplayData)) {
	in, out := gob.NewDecoder(p.display), gob.NewEncoder(p.back)
	go p.deliver(out)
	result := false // whether the next display is the value of the last expression
	for {
		data := &protocol.DisplayData{}
		if in.Decode(data) != nil {
			return
		}
		value, is := data.Data[protocol.MIMECommValue].(*protocol.CommValue)
		if v, plain := data.Data[protocol.MIMECommValue].(protocol.CommValue); plain {
			value, is = &v, true
		}
		if is && value.Address == protocol.GonbuiSyncAddress {
			result = false // it has been shown, or there was nothing to show
			if out.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: value.Value}) != nil {
				return
			}
			continue
		}
		if _, announced := data.Data[message.ResultType]; announced {
			result = true
			continue
		}
		if result {
			data.Metadata = maps.Clone(data.Metadata)
			if data.Metadata == nil {
				data.Metadata = map[string]any{}
			}
			data.Metadata[message.Result], result = true, false
		}
		p.quiet()
		display(data)
	}
}

// reportedLimit is the number of values of the page that can wait for a process that does not read them. Further values are dropped, as in
// GoNB.
const reportedLimit = 128

// deliver passes values of the page to the cells until the process ends.
func (p *process) deliver(out *gob.Encoder) {
	for {
		select {
		case v := <-p.reported:
			if out.Encode(v) != nil {
				return
			}
		case <-p.ended:
			return
		}
	}
}

// processorClock measures the processor time of a process from the first call of since.
type processorClock struct {
	process *process
	first   time.Duration
	begun   bool
}

// since returns the processor time since the first call. It is 0 as long as the system does not report it.
func (c *processorClock) since() time.Duration {
	now, err := c.process.processorTime()
	if err != nil {
		return 0
	}
	if !c.begun {
		c.first, c.begun = now, true
	}
	return now - c.first
}

// processorTime returns the processor time that the host has used.
func (p *process) processorTime() (time.Duration, error) {
	fields, err := statistics(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * (time.Second / 100), errors.Join(err, err2)
}

// wantsProcessor reports whether a thread of the host does not sleep: it runs, waits for the processor or a disk, or was stopped. It
// returns true if the system does not report this.
func (p *process) wantsProcessor() bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.cmd.Process.Pid))
	for _, thread := range threads {
		if fields, err := statistics(thread); err == nil && fields[0] != "S" {
			return true
		}
	}
	return len(threads) == 0
}

// statistics returns the system's fields about a process or a thread, beginning with its state.
func statistics(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // after the name, which may contain blanks
	if len(fields) < 13 {
		return nil, fmt.Errorf("stateful: reading %s: the file is truncated", file)
	}
	return fields, nil
}

// stop ends the host.
func (p *process) stop() {
	_ = p.orders.Close()
	_ = p.cmd.Process.Kill() // fails only if the process has ended
	<-p.ended
}
