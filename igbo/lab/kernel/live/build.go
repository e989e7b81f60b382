package live

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

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

// inform tells the linker what the host has mapped and which tables it has made, all of it each time: where that
// cannot be written nothing is linked, and nothing stays behind.
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
			return fmt.Errorf("live: %w", err)
		}
	}
	return nil
}

// tables are those that the host has made.
func (s *Session) tables() []message.Table {
	p := s.alive()
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.tables)
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
	said, err := s.made.tool(ctx, filepath.Join(tools, "compile"), "-p", "main", "-dwarf=false", "-lang=go1.26", "-importcfg", s.made.file(packagesFile), "-o", object, source)
	if err != nil && ctx.Err() == nil {
		return compilerFaults(said)
	}
	return err
}

var compilerLine = regexp.MustCompile(`^(/living/cell_\d+\.go):(\d+)(?::(\d+))?: (.*)$`)

// compilerFaults are those that the compiler alone finds.
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
		return fmt.Errorf("live: the compiler says: %s", text)
	}
	return all
}

// link makes a module for the host of an object, and fills in where its parts are.
func (s *Session) link(ctx context.Context, unit *cells.Unit, object string, o *message.Order) error {
	if err := s.inform(); err != nil {
		return err
	}
	report := o.Image + ".report"
	defer os.Remove(report)
	var refused []string
	for _, r := range s.refused {
		refused = append(refused, fmt.Sprintf("%d-%d", r[0], r[1]))
	}
	const pageSize = 4096
	_, err := s.made.tool(context.WithoutCancel(ctx), s.made.file(linkerFile), "-live", s.made.file(indexFile), "-livesession", s.file("index"), "-liveimages", s.file(imagesFile), "-livereport", report, "-livetables", s.file(tablesFile), "-liverefused", strings.Join(refused, ","),
		"-T", strconv.FormatUint(s.next+pageSize, 10), "-R", strconv.Itoa(pageSize), "-E", "0", "-s", "-w", "-checklinkname=0", "-linkmode=internal", "-o", o.Image, object)
	text, unread := os.ReadFile(report)
	if unread != nil { // then nothing is written into the index
		return cmp.Or(err, unread)
	}
	var end uint64
	if err == nil {
		var at map[int]uint64
		if at, err = s.readReport(text, unit.Entry, o); err == nil {
			end, err = s.verify(object, o, at)
		}
	}
	if err == nil && end > s.highest() {
		err = errors.New("live: no addresses are left for more cells: %reset starts anew")
	}
	if err != nil { // what it has written into the index stands for nothing
		s.refused = append(s.refused, [2]uint64{s.next, s.next + lostAddresses})
		s.next += lostAddresses
		return err
	}
	low := s.next
	s.next = (end + pageSize - 1) &^ (pageSize - 1)
	s.images = append(s.images, &image{low: low, high: s.next, path: o.Image})
	return nil
}

// lostAddresses are those of a module that was linked and is not to be had.
const lostAddresses = 256 << 20

func (s *Session) highest() uint64 {
	if p := s.alive(); p != nil {
		return p.high
	}
	return 0
}

// readReport reads what the linker says of a module, and returns where it has laid the object's symbols.
func (s *Session) readReport(text []byte, entry string, o *message.Order) (map[int]uint64, error) {
	at := map[int]uint64{}
	for line := range bytes.Lines(text) {
		f := strings.SplitN(strings.TrimSpace(string(line)), " ", 5)
		var n [3]uint64
		for i := 1; i < len(f) && i <= 3; i++ {
			n[i-1], _ = strconv.ParseUint(f[i], 10, 64) // what is no number is a name
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
	if o.Module == 0 || o.Entry == 0 {
		return nil, fmt.Errorf("live: the linker's report has no module, or no %s", entry)
	}
	return at, nil
}
