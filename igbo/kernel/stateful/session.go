package stateful

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/gofrs/flock"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/verify"
	"github.com/igbolab/igbolab/igbo/kernel/vet"
)

// Options holds the settings of a session.
type Options struct {
	// Folder is the session's own folder for temporary files.
	Folder string
	// Dir is the working directory of cells, and Env their environment in addition to the kernel's.
	Dir string
	Env []string
	// Required lists the modules that the notebook requires, as MODULE@VERSION.
	Required []string
	Listener
}

// Session is a notebook whose variables persist. It has no process until Start. Call its methods one at a time, except Interrupt, Kill,
// Close and Finish. Begun, Deliver, Parts, PID, Program, Saved, Tests and View can also be called before and during Start.
type Session struct {
	made  Made
	tools tools
	Options
	exports   map[string]string // the compiler's files of packages in the process, by import path
	importcfg string            // the list of exports that the compiler reads
	packages  packages
	cells     *cells.Session
	checker   vet.Checker
	next      uint64 // the address of the next module
	orders    int
	variables map[string]message.Variable // by symbol
	symbols   [2]*verify.Index            // of the host, and of the session's modules
	images    []*image                    // files that the host has mapped
	snapshot  *snapshot                   // what a dead process had saved
	moves     moves
	language  string        // language version of cells, such as go1.26
	words     verify.Layout // the layout of the runtime's module description

	begun  atomic.Bool
	over   atomic.Bool                          // Finish was called
	linked func(m *verify.Module, image string) // for tests: receives a verified module
	doomed func(pid int)                        // for tests: receives a process that is about to be killed because a cell does not end

	mu          sync.Mutex // guards the fields below
	host        *process
	held        *flock.Flock // holds the lock of the host's folder
	interrupted bool         // the cell in preparation must not run
	running     int          // the order ID of the running cell, or 0
	watched     int          // the order ID that watch observes
}

// Start starts the process of a session. After an error it can be called again.
func (s *Session) Start(m Made, o Options) error {
	text, err := os.ReadFile(m.file(packagesFile))
	if err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	facts, err := m.facts()
	if err != nil {
		return err
	}
	words, err := verify.Words(facts)
	if err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	s.made, s.Options, s.packages, s.words = m, o, packages{linked: cells.Exports(text)}, words
	use(s.packages.linked)
	if err := s.Reset(); err != nil {
		return err
	}
	s.begun.Store(true)
	return nil
}

// Begun reports whether Start has succeeded.
func (s *Session) Begun() bool { return s.begun.Load() }

// Reset starts a new host without values and declarations, and removes saved values.
func (s *Session) Reset() error {
	s.Close()
	s.forgetSaved()
	return s.restart()
}

// restart starts a new host, without values and declarations.
func (s *Session) restart() error {
	s.Close()
	if s.over.Load() {
		return ErrEnded
	}
	held, err := s.made.hold()
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.held = held
	s.mu.Unlock()
	s.resetPackages()
	s.cells, s.checker = cells.NewSession(s.exports), vet.Checker{}
	s.language = linker.Series(s.made.Version)
	s.cells.SetLanguage(s.language)
	s.variables, s.moves = map[string]message.Variable{}, moves{}
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	old, _ := filepath.Glob(filepath.Join(s.Folder, "cell_*"))
	loaded, _ := filepath.Glob(filepath.Join(s.Folder, "package_*"))
	for _, file := range append(old, loaded...) {
		_ = os.Remove(file) // on failure it is overwritten later
	}
	if err := copySparse(s.made.file(spaceFile), s.file("index")); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	s.closeSymbols()
	if err := s.openSymbols(); err != nil {
		return err
	}
	warm := make(chan struct{})
	go func() {
		s.cells.Warm()
		close(warm)
	}()
	env := append(append(s.made.environment(), s.Env...), SourceVariable+"="+s.made.file(hostFile)+string(os.PathListSeparator)+s.file(textFile))
	p, low, err := start(s.made.file(hostFile), s.Folder, env, s.Dir, s.Listener)
	<-warm
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.host, s.next = p, low
	s.mu.Unlock()
	if s.over.Load() { // Finish was called before there was a host to end
		s.Close()
		return ErrEnded
	}
	s.images = []*image{{low: hostAddress, high: low, path: s.made.file(hostFile)}}
	s.tools.open()
	go s.ready()
	return nil
}

func (s *Session) file(name string) string { return filepath.Join(s.Folder, name) }

// alive returns the host, or nil if there is none.
func (s *Session) alive() *process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.host
}

// Finish ends the host, and no other host starts.
func (s *Session) Finish() {
	s.over.Store(true)
	s.Close()
}

// Close ends the host.
func (s *Session) Close() {
	s.mu.Lock()
	p, held := s.host, s.held
	s.host, s.held = nil, nil
	s.mu.Unlock()
	s.tools.close()
	if p != nil {
		p.stop()
	}
	if held != nil {
		_ = held.Unlock() // the lock ends with the kernel
	}
}

// PID returns the process ID of the host, or 0 if there is none.
func (s *Session) PID() int {
	if p := s.alive(); p != nil {
		return p.cmd.Process.Pid
	}
	return 0
}

// Program returns a cell as a separate program; see [cells.Session.Program]. Do not call it while a cell runs.
func (s *Session) Program(code string, call bool) (program string, missing []string) {
	if !s.Begun() {
		return cells.NewSession(nil).Program(code, call)
	}
	return s.cells.Program(code, call)
}

// Deliver sends the cells a value that the notebook's page sent to an address. It reports whether a process accepted the value.
func (s *Session) Deliver(address string, value any) bool {
	p := s.alive()
	if p == nil {
		return false
	}
	select {
	case <-p.ended:
		return false
	default:
	}
	select {
	case p.reported <- &protocol.CommValue{Address: address, Value: value}:
		return true
	default:
		return false
	}
}

// Interrupt ends the running cell. If the cell cannot be stopped, the process ends with all its values.
func (s *Session) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupted = true
	if s.host == nil {
		return
	}
	_ = s.host.tell(message.Order{Do: message.Interrupt}) // fails only if the process has ended
	if s.running != 0 && s.running != s.watched {
		s.watched = s.running
		go s.watch(s.host, s.running, unstoppable)
	}
}

// Kill ends the host by force. All values are lost.
func (s *Session) Kill() {
	if p := s.alive(); p != nil {
		_ = p.cmd.Process.Kill()
	}
}
