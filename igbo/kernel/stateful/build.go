package stateful

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/verify"
)

// copySparse copies a file that consists mostly of holes.
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

// inform writes two complete lists for the linker: the modules that the host has mapped, and the tables that the host has made. If a list
// cannot be written, the caller links nothing.
func (s *Session) inform() error {
	var images, tables strings.Builder
	for _, m := range s.images {
		fmt.Fprintf(&images, "%d %d %s\n", m.low, m.high, m.path)
	}
	for _, t := range s.tables() {
		fmt.Fprintln(&tables, t.Interface, t.Type, t.Address)
	}
	for name, text := range map[string]string{imagesFile: images.String(), tablesFile: tables.String()} {
		if err := os.WriteFile(s.file(name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("stateful: %w", err)
		}
	}
	return nil
}

// tables returns the method tables that the host has made.
func (s *Session) tables() []message.Table {
	p := s.alive()
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.tables)
}

// compile runs the compiler on a cell.
func (s *Session) compile(ctx context.Context, unit *cells.Unit, object string) error {
	source := strings.TrimSuffix(object, ".o") + ".go"
	defer os.Remove(source)
	if err := os.WriteFile(source, []byte(unit.Source), 0o600); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	argv := []string{s.compiler(), "-p", "main", "-dwarf=false", "-lang=" + s.language, "-importcfg", s.importcfg, "-o", object}
	if unit.Once {
		argv = append(argv, "-l") // without inlining
	}
	reported, err := s.tool(ctx, append(argv, source)...)
	if err != nil && ctx.Err() == nil {
		return compilerFaults(reported)
	}
	if err != nil {
		return err
	}
	return plainNames(object)
}

// plainNames removes the version suffixes from type names in an object file.
func plainNames(object string) error {
	text, err := os.ReadFile(object)
	if err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	if !bytes.Contains(text, []byte(cells.VersionMark)) {
		return nil
	}
	if err := verify.PlainNames(text, cells.Plain); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	if err := os.WriteFile(object, text, 0o600); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	return nil
}

var compilerLine = regexp.MustCompile(`^(/stateful/cell_\d+\.go):(\d+)(?::(\d+))?: (.*)$`)

// compilerFaults returns the errors that only the compiler finds.
func compilerFaults(text string) error {
	var all cells.Faults
	for line := range strings.Lines(text) {
		if m := compilerLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			cell, _ := cells.CellOf(m[1])
			number, _ := strconv.Atoi(m[2])
			all = append(all, cells.Fault{Cell: cell, Line: number, Text: cells.Plain(m[4])})
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("stateful: compiling: %s", text)
	}
	return all
}

// link links an object into a module for the host, and stores the addresses of the module's parts in o.
func (s *Session) link(ctx context.Context, p part, o *message.Order) error {
	if err := s.inform(); err != nil {
		return err
	}
	report := o.Image + ".report"
	defer os.Remove(report)
	const pageSize = 4096
	_, err := s.tool(context.WithoutCancel(ctx), s.made.file(linkerFile), "-stateful", s.made.file(indexFile), "-statefulsession", s.file("index"), "-statefulimages", s.file(imagesFile), "-statefulreport", report, "-statefultables", s.file(tablesFile),
		"-T", strconv.FormatUint(s.next+pageSize, 10), "-R", strconv.Itoa(pageSize), "-E", "0", "-s", "-w", "-checklinkname=0", "-linkmode=internal", "-statefulpackage", cmp.Or(p.path, "main"), "-o", o.Image, p.object)
	text, unread := os.ReadFile(report)
	if unread != nil { // then the index stays as it was
		return cmp.Or(err, unread)
	}
	var end uint64
	if err == nil {
		var at map[int]uint64
		if at, err = s.readReport(text, p.entry, o); err == nil {
			end, err = s.verify(p.object, o, at)
		}
	}
	if err == nil && end > s.highest() {
		err = errors.New("stateful: no addresses are left for more cells (run %reset to restart the process)")
	}
	if err != nil {
		_ = os.Remove(o.Image) // the linker may not have written it
		return errors.Join(err, s.symbols[1].Forget(s.next, modulesEnd))
	}
	low := s.next
	s.next = (end + pageSize - 1) &^ (pageSize - 1)
	s.images = append(s.images, &image{low: low, high: s.next, path: o.Image})
	return nil
}

// withdraw removes the module that was linked last, which begins at low. Later cells do not find its symbols. If the process has not loaded
// the module, later cells get its addresses.
func (s *Session) withdraw(low uint64, taken bool) error {
	err := s.symbols[1].Forget(low, modulesEnd)
	if taken || err != nil {
		return err
	}
	last := s.images[len(s.images)-1]
	s.next, s.images = low, s.images[:len(s.images)-1]
	if last.file != nil {
		err = last.file.Close()
	}
	return errors.Join(err, os.Remove(last.path))
}

// modulesEnd is above the addresses of all modules.
const modulesEnd = 1 << 31

func (s *Session) highest() uint64 {
	if p := s.alive(); p != nil {
		return p.high
	}
	return 0
}

// readReport parses the linker's report about a module, and returns the addresses of the object's symbols.
func (s *Session) readReport(text []byte, entry string, o *message.Order) (map[int]uint64, error) {
	at := map[int]uint64{}
	for line := range bytes.Lines(text) {
		f := strings.SplitN(strings.TrimSpace(string(line)), " ", 5)
		var n [3]uint64
		for i := 1; i < len(f) && i <= 3; i++ {
			n[i-1], _ = strconv.ParseUint(f[i], 10, 64) // names do not parse and stay 0
		}
		switch {
		case f[0] == "module" && len(f) == 2:
			o.Module = n[0]
		case f[0] == "at" && len(f) == 3:
			at[int(n[0])] = n[1]
		case f[0] == "symbol" && len(f) == 3 && f[2] == entry:
			o.Entry = n[0]
		case f[0] == "variable" && len(f) == 5:
			o.Variables = append(o.Variables, message.Variable{Name: f[4], Address: n[0], Size: n[1], Type: n[2]})
		case f[0] == "data" && len(f) == 5:
			o.Data = append(o.Data, message.Variable{Name: f[4], Address: n[0], Size: n[1], Type: n[2]})
		}
	}
	if o.Module == 0 {
		return nil, errors.New("stateful: reading the linker's report: the address of the module is missing")
	}
	if o.Entry == 0 && entry != "" {
		return nil, fmt.Errorf("stateful: reading the linker's report: the address of %s is missing", entry)
	}
	return at, nil
}
