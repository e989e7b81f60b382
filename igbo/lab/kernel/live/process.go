package live

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// Lists for the linker: of what the host has mapped, and of the tables that it has made.
const (
	imagesFile = "images"
	tablesFile = "tables"
)

// hostAddress is where programs begin.
const hostAddress = 0x400000

// process is a host that runs.
type process struct {
	cmd     *exec.Cmd
	orders  io.WriteCloser
	display *os.File // what cells display comes here
	back    *os.File // answers to it go here
	answers chan message.Answer
	ended   chan struct{} // closed once it has ended and all that it said is read
	err     error
	streams []*stream
	high    uint64
	fatal   atomic.Pointer[string]   // what the runtime said before it ended the process
	said    chan *protocol.CommValue // what the page says, on its way to the cells

	mu     sync.Mutex
	marks  map[string]chan struct{} // by the mark that is waited for on a stream
	tables []message.Table          // what methods of what types the host has made tables of
}

// Listener gets what cells say while they run; its functions are called from several goroutines.
type Listener struct {
	// Output gets text of a stream, stdout or stderr.
	Output func(stream, text string)
	// Display gets what is displayed, and what is sent to the page.
	Display func(*protocol.DisplayData)
}

// start starts a host with a folder for its pipes, and returns the first address for modules.
func start(program, folder string, env []string, dir string, l Listener) (*process, uint64, error) {
	p := &process{answers: make(chan message.Answer, 16), ended: make(chan struct{}), marks: map[string]chan struct{}{}, said: make(chan *protocol.CommValue, saidLimit)}
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
		return nil, 0, fmt.Errorf("live: the living process does not start: %w", err)
	}
	go p.show(l.Display)
	first := make(chan message.Answer, 1)
	readers.Go(func() { p.hear(answers, first) })
	go func() {
		p.err = p.cmd.Wait()
		_ = p.display.Close()
		_ = p.back.Close()
		readers.Wait()
		close(p.ended)
	}()
	select {
	case a := <-first:
		if a.End == message.Refused {
			return nil, 0, fmt.Errorf("live: %s", a.Text)
		}
		p.high = a.High
		return p, a.Low, nil
	case <-p.ended:
		return nil, 0, fmt.Errorf("live: the living process ends at its start: %w", p.err)
	}
}

// open makes the pipes of GoNB's protocol.
func (p *process) open(folder string) (err error) {
	for _, name := range []string{"display", "back"} {
		_ = os.Remove(filepath.Join(folder, name)) // of a host before this one
	}
	if p.display, err = pipe(filepath.Join(folder, "display")); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	if p.back, err = pipe(filepath.Join(folder, "back")); err != nil {
		return errors.Join(fmt.Errorf("live: %w", err), p.display.Close())
	}
	return nil
}

// hear passes the host's answers on, the first one apart.
func (p *process) hear(in io.ReadCloser, first chan<- message.Answer) {
	defer in.Close()
	decoder := json.NewDecoder(in)
	for to := first; ; to = p.answers {
		var a message.Answer
		if decoder.Decode(&a) != nil {
			return
		}
		p.mu.Lock()
		p.tables = append(p.tables, a.Tables...)
		p.mu.Unlock()
		to <- a
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

// show passes on what cells display, and answers those who wait until it is.
func (p *process) show(display func(*protocol.DisplayData)) {
	in, out := gob.NewDecoder(p.display), gob.NewEncoder(p.back)
	go p.deliver(out)
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
			if out.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: value.Value}) != nil {
				return
			}
			continue
		}
		p.quiet()
		display(data)
	}
}

// saidLimit is how many values of the page wait for a process that does not read them; more are dropped, as GoNB does.
const saidLimit = 128

// deliver passes on what the page says, until the process ends.
func (p *process) deliver(out *gob.Encoder) {
	for {
		select {
		case v := <-p.said:
			if out.Encode(v) != nil {
				return
			}
		case <-p.ended:
			return
		}
	}
}

// processorTime is what the host has had of the processor.
func (p *process) processorTime() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // behind the name, which may have blanks
	if len(fields) < 13 {
		return 0, errors.New("live: what the system tells of a process is cut short")
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * (time.Second / 100), errors.Join(err, err2)
}

// stop ends the host.
func (p *process) stop() {
	_ = p.orders.Close()
	_ = p.cmd.Process.Kill() // one that has ended is no failure
	<-p.ended
}
