package stateful

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/verify"
)

// image is a file that the host has mapped.
type image struct {
	low, high uint64
	path      string
	file      *elf.File
}

// verify compares a module with its object, sets the digest of the file that the host must load, and returns the address after the module.
func (s *Session) verify(object string, o *message.Order, at map[int]uint64) (end uint64, err error) {
	m, err := s.module(object, o, at)
	if err == nil {
		var found verify.Links
		found, err = m.Check()
		o.Types, o.Tables = found.Types, found.Tables
	}
	if err != nil {
		return 0, fmt.Errorf("stateful: %w", err)
	}
	if s.linked != nil {
		s.linked(&m, o.Image)
	}
	sum := sha256.Sum256(m.Image)
	o.Digest = hex.EncodeToString(sum[:])
	f, err := elf.NewFile(bytes.NewReader(m.Image))
	if err != nil {
		return 0, fmt.Errorf("stateful: %w", err)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			end = max(end, p.Vaddr+p.Memsz)
		}
	}
	return end, nil
}

// module collects what is needed to verify a module.
func (s *Session) module(object string, o *message.Order, at map[int]uint64) (m verify.Module, err error) {
	m = verify.Module{Data: o.Module, At: at, Package: o.Package, Tables: map[[2]uint64]uint64{}, Types: map[string]uint64{}, Memory: s.memory, Words: s.words, Moved: s.moves.allow,
		Symbols: verify.Symbols{Process: s.symbols[0], Session: s.symbols[1]}}
	for name, v := range s.variables {
		m.Types[name] = v.Type
	}
	var failed, unread error
	m.Object, failed = os.ReadFile(object)
	m.Image, unread = os.ReadFile(o.Image)
	for _, t := range s.tables() {
		m.Tables[[2]uint64{t.Interface, t.Type}] = t.Address
	}
	return m, errors.Join(failed, unread)
}

// memory reads what the host has mapped from files, as it was before any code ran.
func (s *Session) memory(at uint64, n int) ([]byte, error) {
	for _, m := range s.images {
		if at < m.low || at >= m.high {
			continue
		}
		if m.file == nil {
			f, err := elf.Open(m.path)
			if err != nil {
				return nil, err
			}
			m.file = f
		}
		for _, p := range m.file.Progs {
			if p.Type == elf.PT_LOAD && at >= p.Vaddr && at+uint64(n) <= p.Vaddr+p.Filesz {
				b := make([]byte, n)
				_, err := p.ReadAt(b, int64(at-p.Vaddr))
				return b, err
			}
		}
	}
	return nil, fmt.Errorf("stateful: reading the stateful process: no memory at %#x", at)
}

// openSymbols opens the symbol indices of a host that has just started.
func (s *Session) openSymbols() error {
	for i, path := range []string{s.made.file(indexFile), s.file("index")} {
		x, err := verify.OpenIndex(path)
		if err != nil {
			return fmt.Errorf("stateful: %w", err)
		}
		s.symbols[i] = x
	}
	return nil
}

// closeSymbols closes the symbol indices and the mapped files.
func (s *Session) closeSymbols() {
	for i, x := range s.symbols {
		_ = x.Close() // it was only read
		s.symbols[i] = nil
	}
	for _, m := range s.images {
		if m.file != nil {
			_ = m.file.Close()
		}
	}
	s.images = nil
}
