package host

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

const (
	pageSize    = 4096
	memoryEnd   = 0x7ff00000 // modules lie below 2 GB, so that 32-bit offsets reach all of the program
	leastRoom   = 128 << 20
	fixedMapped = 0x100000 // MAP_FIXED_NOREPLACE
)

// room is where modules go.
var room struct{ low, high uintptr }

// reserve keeps the largest free range of addresses for modules.
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
		if a = min(a, memoryEnd); end > 0 && a > end && a-end > room.high-room.low {
			room.low, room.high = end, a
		}
		end = max(end, b)
	}
	room.low = up(room.low, 1<<20)
	if room.high < room.low+leastRoom {
		return fmt.Errorf("host: only %d bytes of addresses are left for modules", room.high-room.low)
	}
	return mapped(room.low, room.high-room.low, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE|fixedMapped, ^uintptr(0), 0)
}

func up(n, to uintptr) uintptr { return (n + to - 1) &^ (to - 1) }

func mapped(at, size uintptr, protection, flags int, file, offset uintptr) error {
	got, _, e := syscall.Syscall6(syscall.SYS_MMAP, at, size, uintptr(protection), uintptr(flags), file, offset)
	if e != 0 {
		return fmt.Errorf("host: %d bytes at %#x: %w", size, at, e)
	}
	if got != at {
		return fmt.Errorf("host: got %#x, expected %#x", got, at)
	}
	return nil
}

// mapImage maps the file of a module where it was linked to be, if it is the very file that was checked.
func mapImage(path, digest string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != digest {
		return fmt.Errorf("host: the module's file has changed: its digest is %s, expected %s", got, digest)
	}
	e, err := elf.NewFile(f)
	if err != nil {
		return err
	}
	for _, p := range e.Progs {
		if p.Type != elf.PT_LOAD || p.Memsz == 0 {
			continue
		}
		if err := mapSegment(f, p); err != nil {
			return err
		}
	}
	return nil
}

func mapSegment(f *os.File, p *elf.Prog) error {
	at, size, filled := uintptr(p.Vaddr), uintptr(p.Memsz), uintptr(p.Filesz)
	if at%pageSize != 0 || at < room.low || at+size > room.high || p.Off%pageSize != 0 {
		return fmt.Errorf("host: a segment at %#x is out of place", at)
	}
	protection := 0
	for flag, bit := range map[elf.ProgFlag]int{elf.PF_R: syscall.PROT_READ, elf.PF_W: syscall.PROT_WRITE, elf.PF_X: syscall.PROT_EXEC} {
		if p.Flags&flag != 0 {
			protection |= bit
		}
	}
	whole := up(filled, pageSize)
	if filled > 0 {
		if err := mapped(at, whole, protection, syscall.MAP_PRIVATE|syscall.MAP_FIXED, f.Fd(), uintptr(p.Off)); err != nil {
			return err
		}
		if p.Flags&elf.PF_W != 0 {
			clear(unsafe.Slice((*byte)(pointer(uint64(at+filled))), whole-filled))
		}
	}
	if rest := up(size, pageSize) - whole; up(size, pageSize) > whole {
		return mapped(at+whole, rest, protection, syscall.MAP_PRIVATE|syscall.MAP_FIXED|syscall.MAP_ANON, ^uintptr(0), 0)
	}
	return nil
}

// load maps a module and makes it part of the program. A panic here is an error: the module is damaged.
func load(o message.Order) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("host: the module cannot be loaded: %v", r)
		}
	}()
	if err := mapImage(o.Image, o.Digest); err != nil {
		return err
	}
	if at := uintptr(o.Module); at < room.low || at+unsafe.Sizeof(moduledata{}) > room.high || at%word != 0 {
		return fmt.Errorf("host: the module at %#x is out of place", o.Module)
	}
	return register(o.Module, append(o.Variables, o.Data...))
}

// function is the one at an address.
func function(entry uint64) func() {
	at := new(uintptr)
	*at = uintptr(entry)
	return *(*func())(unsafe.Pointer(&at))
}

// pointer is an address outside of the heap, as the kernel told it.
func pointer(at uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }
