package host

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

const (
	pageSize    = 4096
	memoryEnd   = 0x7ff00000 // modules are below 2 GB, because 32-bit offsets must reach the whole program
	leastSpace  = 128 << 20
	fixedMapped = 0x100000 // MAP_FIXED_NOREPLACE
)

// space is the address range for modules.
var space struct{ low, high uintptr }

// reserve reserves the largest free address range for modules.
func reserve() error {
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return err
	}
	end := uintptr(0)
	for line := range strings.Lines(string(text) + fmt.Sprintf("%x-%x \n", memoryEnd, memoryEnd)) {
		var a, b uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x", &a, &b); n != 2 {
			continue
		}
		if a = min(a, memoryEnd); end > 0 && a > end && a-end > space.high-space.low {
			space.low, space.high = end, a
		}
		end = max(end, b)
	}
	space.low = up(space.low, 1<<20)
	if space.high < space.low+leastSpace {
		return fmt.Errorf("host: only %d bytes of addresses are left for modules", space.high-space.low)
	}
	return emptied(space.low, space.high-space.low, fixedMapped)
}

// emptied maps an address range without content.
func emptied(at, size uintptr, how int) error {
	return mapped(at, size, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE|how, ^uintptr(0), 0)
}

func up(n, to uintptr) uintptr { return (n + to - 1) &^ (to - 1) }

func mapped(at, size uintptr, protection, flags int, file, offset uintptr) error {
	got, _, e := syscall.Syscall6(syscall.SYS_MMAP, at, size, uintptr(protection), uintptr(flags), file, offset)
	if e != 0 {
		return fmt.Errorf("host: mapping %d bytes at %#x: %w", size, at, e)
	}
	if got != at {
		return fmt.Errorf("host: mapping memory: got the address %#x, want %#x", got, at)
	}
	return nil
}

// mapImage maps the file of a module to its addresses, if its digest is that of the verified file. It returns the mapped ranges, even with
// an error.
func mapImage(path, digest string) (taken [][2]uintptr, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return nil, err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != digest {
		return nil, fmt.Errorf("host: the module's file has changed: its digest is %s, want %s", got, digest)
	}
	e, err := elf.NewFile(f)
	if err != nil {
		return nil, err
	}
	for _, p := range e.Progs {
		if p.Type != elf.PT_LOAD || p.Memsz == 0 {
			continue
		}
		low, size := uintptr(p.Vaddr), up(uintptr(p.Memsz), pageSize)
		if low%pageSize != 0 || low < space.low || low+size > space.high || p.Off%pageSize != 0 {
			return taken, fmt.Errorf("host: loading the module: the segment at %#x is outside of the reserved addresses, or not aligned", low)
		}
		taken = append(taken, [2]uintptr{low, size})
		if err := mapSegment(f, p); err != nil {
			return taken, err
		}
	}
	return taken, nil
}

// withdraw clears the addresses of a refused module for another one.
func withdraw(taken [][2]uintptr) error {
	for _, t := range taken {
		if err := emptied(t[0], t[1], syscall.MAP_FIXED); err != nil {
			return err
		}
	}
	return nil
}

func mapSegment(f *os.File, p *elf.Prog) error {
	at, size, filled := uintptr(p.Vaddr), uintptr(p.Memsz), uintptr(p.Filesz)
	protection := 0
	for flag, bit := range map[elf.ProgFlag]int{elf.PF_R: syscall.PROT_READ, elf.PF_W: syscall.PROT_WRITE, elf.PF_X: syscall.PROT_EXEC} {
		if p.Flags&flag != 0 {
			protection |= bit
		}
	}
	safePoint := up(filled, pageSize)
	if filled > 0 {
		if err := mapped(at, safePoint, protection, syscall.MAP_PRIVATE|syscall.MAP_FIXED, f.Fd(), uintptr(p.Off)); err != nil {
			return err
		}
		if p.Flags&elf.PF_W != 0 {
			clear(unsafe.Slice((*byte)(pointer(uint64(at+filled))), safePoint-filled))
		}
	}
	if rest := up(size, pageSize) - safePoint; up(size, pageSize) > safePoint {
		return mapped(at+safePoint, rest, protection, syscall.MAP_PRIVATE|syscall.MAP_FIXED|syscall.MAP_ANON, ^uintptr(0), 0)
	}
	return nil
}

// load maps a module and makes it part of the program. If the module differs from its description, load refuses it before it is part of the
// program, and its addresses are free again.
func load(o message.Order) (err error) {
	md, err := admit(o)
	if err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			err = errTwice{fmt.Sprintf("host: adding the module to the process: %v", r)}
		}
	}()
	if err := md.register(o); err != nil {
		return err
	}
	if o.Package != "" {
		libraries.add(md)
	}
	return nil
}

// admit maps a module and checks it. A panic during the checks means that the module is damaged, and is returned as an error.
func admit(o message.Order) (md *moduledata, err error) {
	var taken [][2]uintptr
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("host: loading the module: %v", r)
		}
		if err != nil {
			err = errors.Join(err, withdraw(taken))
		}
	}()
	if taken, err = mapImage(o.Image, o.Digest); err != nil {
		return nil, err
	}
	if at := uintptr(o.Module); at < space.low || at+unsafe.Sizeof(moduledata{}) > space.high || at%word != 0 {
		return nil, fmt.Errorf("host: loading the module: the description at %#x is outside of the reserved addresses, or not aligned", o.Module)
	}
	md = (*moduledata)(pointer(o.Module))
	return md, md.check(append(o.Variables, o.Data...))
}

// function returns the function at an address.
func function(entry uint64) func() {
	at := new(uintptr)
	*at = uintptr(entry)
	return *(*func())(unsafe.Pointer(&at))
}

// pointer converts an address that the kernel sent, outside of the heap, to a pointer.
func pointer(at uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }
