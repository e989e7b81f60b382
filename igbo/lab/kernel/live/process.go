package live

import (
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

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

	mu    sync.Mutex
	marks map[string]chan struct{} // by the mark that is waited for on a stream
}

// Listener gets what cells say while they run; its functions are called from several goroutines.
type Listener struct {
	// Output gets text of a stream, stdout or stderr.
	Output func(stream, text string)
	// Display gets what is displayed.
	Display func(*protocol.DisplayData)
}

// start starts a host with a folder for its pipes, and returns the first address for modules.
func start(program, folder string, env []string, dir string, l Listener) (*process, uint64, error) {
	p := &process{answers: make(chan message.Answer, 16), ended: make(chan struct{}), marks: map[string]chan struct{}{}}
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
	for {
		data := &protocol.DisplayData{}
		if in.Decode(data) != nil {
			return
		}
		value, is := data.Data[protocol.MIMECommValue].(*protocol.CommValue)
		if v, plain := data.Data[protocol.MIMECommValue].(protocol.CommValue); plain {
			value, is = &v, true
		}
		if !is {
			p.quiet()
			display(data)
		} else if value.Address == "#gonbui/sync" {
			if out.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: value.Value}) != nil {
				return
			}
		}
	}
}

// mark is a channel that is closed once a stream has come to the end of a cell.
func (p *process) mark(stream string, id int) chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := stream + message.Mark(id)
	if p.marks[key] == nil {
		p.marks[key] = make(chan struct{})
	}
	return p.marks[key]
}

// stream is one of the host's standard streams.
type stream struct {
	sync.Mutex // held while what was read is passed on
	name       string
	file       *os.File
}

// read passes the text of a stream on, without the marks of cells' ends.
func (p *process) read(r *stream, output func(stream, text string)) {
	defer r.file.Close()
	var rest []byte
	chunk := make([]byte, 64<<10)
	for {
		n, err := readLocked(r, chunk, func(fresh []byte) { rest = p.pass(r.name, string(append(rest, fresh...)), output) })
		if err != nil || n == 0 {
			break
		}
	}
	if len(rest) > 0 {
		output(r.name, strings.ToValidUTF8(string(rest), "\uFFFD"))
	}
}

// quietLimit bounds how long what is displayed waits for what was printed before it.
const quietLimit = 200 * time.Millisecond

// quiet waits until all that was printed so far is passed on, so that a notebook shows it in its order.
func (p *process) quiet() {
	for end := time.Now().Add(quietLimit); time.Now().Before(end); time.Sleep(50 * time.Microsecond) {
		left := 0
		for _, s := range p.streams {
			s.Lock()
			left += unread(s.file)
			s.Unlock()
		}
		if left == 0 {
			return
		}
	}
}

// pass passes on what is whole, and returns the rest.
func (p *process) pass(stream, text string, output func(stream, text string)) []byte {
	for {
		from := strings.Index(text, "\x00igbolab:")
		if from < 0 {
			break
		}
		end := strings.IndexByte(text[from+1:], 0)
		if end < 0 {
			break
		}
		if from > 0 {
			output(stream, strings.ToValidUTF8(text[:from], "\uFFFD"))
		}
		mark := text[from : from+end+2]
		text = text[from+end+2:]
		p.mu.Lock()
		key := stream + mark
		if p.marks[key] == nil {
			p.marks[key] = make(chan struct{})
		}
		close(p.marks[key])
		p.mu.Unlock()
	}
	whole := wholeText(text)
	if whole > 0 {
		output(stream, strings.ToValidUTF8(text[:whole], "\uFFFD"))
	}
	return []byte(text[whole:])
}

// wholeText is where a text can be cut: not within a mark, nor within a character.
func wholeText(text string) int {
	if at := strings.LastIndexByte(text, 0); at >= 0 && len(text)-at < 32 {
		return at
	}
	for n := 1; n <= 3 && n <= len(text); n++ {
		if b := text[len(text)-n]; b >= 0xC0 { // begins a character of several bytes
			need := 2
			if b >= 0xF0 {
				need = 4
			} else if b >= 0xE0 {
				need = 3
			}
			if n < need {
				return len(text) - n
			}
			break
		}
	}
	return len(text)
}

// stop ends the host.
func (p *process) stop() {
	_ = p.orders.Close()
	_ = p.cmd.Process.Kill() // one that has ended is no failure
	<-p.ended
}
