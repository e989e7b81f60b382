package live

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
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

// Session is a notebook whose values live. Its methods are called one at a time, but for Interrupt, Kill and Close.
type Session struct {
	made Made
	Options
	exports   map[string]string
	cells     *cells.Session
	next      uint64 // where the next module goes
	orders    int
	variables map[string]message.Variable // by symbol

	mu   sync.Mutex // guards host
	host *process
}

// Result is how a cell ended.
type Result struct {
	// End is one of the host's, or Died where the host has.
	End string
	// Text is a panic with its stack; Code that of os.Exit.
	Text string
	Code int
	// Notes are told beside the output.
	Notes []string
	// Lost are variables that have gone with the host.
	Lost []string
	// Compiled, Linked and Ran are how long that took, Prepared the look at the cell before.
	Prepared, Compiled, Linked, Ran time.Duration
}

// Died is the end of a cell with which the living process has ended.
const Died = "died"

// New starts a session.
func (m Made) New(o Options) (*Session, error) {
	s := &Session{made: m, Options: o, exports: map[string]string{}}
	text, err := os.ReadFile(m.file(packagesFile))
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		path, file, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "packagefile "), "=")
		if ok {
			s.exports[path] = file
		}
	}
	return s, s.Reset()
}

// Reset forgets all values and declarations: a new host starts.
func (s *Session) Reset() error {
	s.Close()
	s.cells = cells.NewSession(s.exports)
	s.cells.Choose = prelude.Choose
	if show := module + "/igbo/notebook"; s.cells.Has(show) {
		s.cells.Show = show
	}
	s.variables = map[string]message.Variable{}
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
	p, low, err := start(s.made.file(hostFile), s.Folder, append(s.made.environment(), s.Env...), s.Dir, s.Listener)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.host, s.next = p, low
	s.mu.Unlock()
	return s.addImage(0x400000, low, s.made.file(hostFile))
}

func (s *Session) file(name string) string { return filepath.Join(s.Folder, name) }

// copySparse copies a file that is almost all holes.
func copySparse(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	head := make([]byte, 4096)
	if _, err = in.ReadAt(head, 0); err == nil {
		_, err = out.WriteAt(head, 0)
	}
	return errors.Join(err, out.Truncate(info.Size()), out.Close())
}

// addImage tells the linker what the host has mapped.
func (s *Session) addImage(low, high uint64, path string) error {
	f, err := os.OpenFile(s.file("images"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("live: %w", err)
	}
	if low == 0x400000 {
		err = f.Truncate(0)
	}
	_, failed := fmt.Fprintf(f, "%d %d %s\n", low, high, path)
	return errors.Join(err, failed, f.Close())
}

// Close ends the host.
func (s *Session) Close() {
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
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.host == nil {
		return 0
	}
	return s.host.cmd.Process.Pid
}

// Interrupt ends the cell that runs.
func (s *Session) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.host != nil {
		_ = s.host.tell(message.Order{Do: message.Interrupt}) // one that has ended needs no order
	}
}

// Kill ends the host by force: all values are lost.
func (s *Session) Kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.host != nil {
		_ = s.host.cmd.Process.Kill()
	}
}

// Run runs a cell and waits until it has ended and all that it said has come.
//
// Errors: [cells.Faults], [cells.Foreign]; the context's, with which a compiler ends, and not the cell.
func (s *Session) Run(ctx context.Context, number int, code string) (r Result, err error) {
	begin := time.Now()
	unit, err := s.cells.Prepare(number, code)
	if err != nil {
		return r, err
	}
	s.orders++
	o := message.Order{ID: s.orders, Do: message.Run, Name: unit.Name, Image: s.file(fmt.Sprintf("cell_%d.%d", number, s.orders))}
	r.Notes, r.Prepared = unit.Notes, time.Since(begin)
	begin = time.Now()
	if err := s.compile(ctx, unit, o.Image+".o"); err != nil {
		return r, err
	}
	r.Compiled = time.Since(begin)
	begin = time.Now()
	if err := s.link(ctx, unit, &o); err != nil {
		return r, err
	}
	r.Linked = time.Since(begin)
	begin = time.Now()
	s.execute(o, &r)
	r.Ran = time.Since(begin)
	if r.End == Died || r.End == message.Refused {
		return r, s.revive(&r)
	}
	unit.Commit()
	return r, nil
}

// compile runs the compiler.
func (s *Session) compile(ctx context.Context, unit *cells.Unit, object string) error {
	source := strings.TrimSuffix(object, ".o") + ".go"
	defer os.Remove(source)
	if err := os.WriteFile(source, []byte(unit.Source), 0o600); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	tools, err := s.made.tools(ctx)
	if err != nil {
		return err
	}
	err = s.made.tool(ctx, filepath.Join(tools, "compile"), "-p", "main", "-dwarf=false", "-lang=go1.26", "-importcfg", s.made.file(packagesFile), "-o", object, source)
	var f *Fault
	if errors.As(err, &f) && ctx.Err() == nil {
		return s.compilerFaults(f.Text)
	}
	return err
}

var compilerLine = regexp.MustCompile(`^(/living/cell_\d+\.go):(\d+)(?::(\d+))?: (.*)$`)

// compilerFaults are those that the compiler alone finds.
func (s *Session) compilerFaults(text string) error {
	var all cells.Faults
	for line := range strings.Lines(text) {
		if m := compilerLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			cell, _ := cells.CellOf(m[1])
			number, _ := strconv.Atoi(m[2])
			all = append(all, cells.Fault{Cell: cell, Line: number, Text: cells.Plain(m[4])})
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("live: the compiler says: %s", text)
	}
	return all
}

// link makes a module for the host of an object, and fills in where its parts are.
func (s *Session) link(ctx context.Context, unit *cells.Unit, o *message.Order) error {
	object, report := o.Image+".o", o.Image+".report"
	defer os.Remove(object)
	defer os.Remove(report)
	const pageSize = 4096
	err := s.made.tool(ctx, s.made.file(linkerFile), "-live", s.made.file(indexFile), "-livesession", s.file("index"), "-liveimages", s.file("images"), "-livereport", report,
		"-T", strconv.FormatUint(s.next+pageSize, 10), "-R", strconv.Itoa(pageSize), "-E", "0", "-s", "-w", "-checklinkname=0", "-linkmode=internal", "-o", o.Image, object)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(report)
	if err != nil {
		return fmt.Errorf("live: %w", err)
	}
	if err := s.readReport(text, unit.Entry, o); err != nil {
		return err
	}
	end, err := endOf(o.Image)
	if err != nil {
		return err
	}
	if end > s.highest() {
		return errors.New("live: no addresses are left for more cells: %reset starts anew")
	}
	low := s.next
	s.next = (end + pageSize - 1) &^ (pageSize - 1)
	return s.addImage(low, s.next, o.Image)
}

func (s *Session) highest() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.host == nil {
		return 0
	}
	return s.host.high
}

// readReport reads what the linker says of a module.
func (s *Session) readReport(text []byte, entry string, o *message.Order) error {
	for line := range bytes.Lines(text) {
		f := strings.SplitN(strings.TrimSpace(string(line)), " ", 5)
		var n [3]uint64
		for i := 1; i < len(f) && i <= 3; i++ {
			n[i-1], _ = strconv.ParseUint(f[i], 10, 64) // what is no number is a name
		}
		switch {
		case f[0] == "module" && len(f) == 2:
			o.Module = n[0]
		case f[0] == "symbol" && len(f) == 3 && f[2] == entry:
			o.Entry = n[0]
		case f[0] == "variable" && len(f) == 5:
			o.Variables = append(o.Variables, message.Variable{Name: f[4], Address: n[0], Size: n[1], Type: n[2]})
		}
	}
	if o.Module == 0 || o.Entry == 0 {
		return fmt.Errorf("live: the linker's report has no module, or no %s", entry)
	}
	for _, v := range o.Variables {
		s.variables[v.Name] = v
	}
	return nil
}

// endOf is the address behind a module.
func endOf(image string) (end uint64, err error) {
	f, err := elf.Open(image)
	if err != nil {
		return 0, fmt.Errorf("live: %w", err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			end = max(end, p.Vaddr+p.Memsz)
		}
	}
	return end, nil
}

// execute has the host run a cell, and waits.
func (s *Session) execute(o message.Order, r *Result) {
	s.mu.Lock()
	p := s.host
	s.mu.Unlock()
	if p == nil || p.tell(o) != nil {
		r.End = Died
		return
	}
	for {
		select {
		case a := <-p.answers:
			if a.ID != o.ID {
				continue
			}
			r.End, r.Text, r.Code = a.End, a.Text, a.Code
			if a.End != message.Refused {
				s.drain(p, o.ID)
			}
			return
		case <-p.ended:
			r.End = Died
			if p.err != nil {
				r.Text = p.err.Error()
			}
			return
		}
	}
}

// drained is how long the rest of a cell's output may take to come.
const drained = 5 * time.Second

// drain waits until all that the cell printed has come.
func (s *Session) drain(p *process, id int) {
	limit := time.After(drained)
	for _, stream := range []string{"stdout", "stderr"} {
		select {
		case <-p.mark(stream, id):
		case <-p.ended:
		case <-limit:
			return
		}
	}
	p.mu.Lock()
	clear(p.marks)
	p.mu.Unlock()
}

// revive starts another host for one that has died; what it had is lost.
func (s *Session) revive(r *Result) error {
	r.Lost = slices.Sorted(maps.Keys(s.cells.Variables()))
	return s.Reset()
}

// Values are the living variables.
func (s *Session) Values(ctx context.Context) ([]message.Value, error) {
	names := map[string]string{}
	o := message.Order{Do: message.Describe}
	for name, symbol := range s.cells.Variables() {
		if v, ok := s.variables[symbol]; ok {
			names[symbol] = name
			o.Variables = append(o.Variables, v)
		}
	}
	slices.SortFunc(o.Variables, func(a, b message.Variable) int { return strings.Compare(names[a.Name], names[b.Name]) })
	s.orders++
	o.ID = s.orders
	s.mu.Lock()
	p := s.host
	s.mu.Unlock()
	if p == nil {
		return nil, errors.New("live: the living process has ended")
	}
	if err := p.tell(o); err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	for {
		select {
		case a := <-p.answers:
			if a.ID != o.ID {
				continue
			}
			for i := range a.Values {
				a.Values[i].Name, a.Values[i].Type = names[a.Values[i].Name], cells.Plain(a.Values[i].Type)
			}
			return a.Values, nil
		case <-p.ended:
			return nil, errors.New("live: the living process has ended")
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
