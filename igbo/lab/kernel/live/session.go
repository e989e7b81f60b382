package live

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/verify"
)

// Options say how a session runs.
type Options struct {
	// Folder is the session's own, for what it makes.
	Folder string
	// Dir is where cells run, and Env their environment beside the kernel's.
	Dir string
	Env []string
	Listener
}

// Session is a notebook whose values live. Its methods are called one at a time, but for Interrupt, Kill and Close. None, as nil, is one
// without a process.
type Session struct {
	made Made
	Options
	exports   map[string]string
	cells     *cells.Session
	next      uint64 // where the next module goes
	orders    int
	variables map[string]message.Variable // by symbol
	refused   [][2]uint64                 // addresses of modules that the host has not taken
	symbols   [2]*verify.Index            // of the host, and of the modules of the session
	images    []*image                    // what the host has mapped
	root      string                      // GOROOT, as names of files have it

	linked func(m *verify.Module, image string) // for tests: sees a module that was found to be right

	mu          sync.Mutex // guards what follows
	host        *process
	interrupted bool // the cell that is prepared is not to run
	running     int  // the order of the cell that runs, 0 where none does
	watched     int  // that whose end is watched for
}

// New starts a session.
func (m Made) New(o Options) (*Session, error) {
	text, err := os.ReadFile(m.file(packagesFile))
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	s := &Session{made: m, Options: o, exports: cells.Exports(text)}
	use(s.exports)
	return s, s.Reset()
}

// Reset forgets all values and declarations: a new host starts.
func (s *Session) Reset() error {
	s.Close()
	s.cells = cells.NewSession(s.exports)
	s.variables, s.refused = map[string]message.Variable{}, nil
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	old, _ := filepath.Glob(filepath.Join(s.Folder, "cell_*"))
	for _, file := range old {
		_ = os.Remove(file) // one that stays is written over
	}
	if err := copySparse(s.made.file(roomFile), s.file("index")); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	s.closeSymbols()
	if err := s.openSymbols(); err != nil {
		return err
	}
	p, low, err := start(s.made.file(hostFile), s.Folder, append(s.made.environment(), s.Env...), s.Dir, s.Listener)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.host, s.next = p, low
	s.mu.Unlock()
	s.images = []*image{{low: hostAddress, high: low, path: s.made.file(hostFile)}}
	return nil
}

func (s *Session) file(name string) string { return filepath.Join(s.Folder, name) }

// alive is the host, nil where there is none.
func (s *Session) alive() *process {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.host
}

// Close ends the host.
func (s *Session) Close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	p := s.host
	s.host = nil
	s.mu.Unlock()
	if p != nil {
		p.stop()
	}
}

// PID is the number of the host's process, 0 where there is none.
func (s *Session) PID() int {
	if p := s.alive(); p != nil {
		return p.cmd.Process.Pid
	}
	return 0
}

// Program is a cell as a program of its own; see [cells.Session.Program]. It is not called while a cell runs.
func (s *Session) Program(code string) (program string, missing []string) {
	return s.cells.Program(code)
}

// Deliver gives the cells what the notebook's page says at an address.
func (s *Session) Deliver(address string, value any) {
	if p := s.alive(); p != nil {
		select {
		case p.said <- &protocol.CommValue{Address: address, Value: value}:
		default:
		}
	}
}

// Interrupt ends the cell that runs, and where nothing else ends it the process, with all values.
func (s *Session) Interrupt() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupted = true
	if s.host == nil {
		return
	}
	_ = s.host.tell(message.Order{Do: message.Interrupt}) // one that has ended needs no order
	if s.running != 0 && s.running != s.watched {
		s.watched = s.running
		go s.watch(s.host, s.running, unstoppable)
	}
}

// Kill ends the host by force: all values are lost.
func (s *Session) Kill() {
	if p := s.alive(); p != nil {
		_ = p.cmd.Process.Kill()
	}
}
