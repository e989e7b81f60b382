package host

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	values "github.com/igbolab/igbolab/igbo/kernel/stateful/saved"
)

// Between cells the process saves variables, to keep them if a later cell ends with a fatal error. It saves only while no cell runs, for a
// limited time. A cell that is about to run waits at most for the variable that is being saved.

const (
	savingTime  = 50 * time.Millisecond // after a cell
	largeBytes  = 64 << 10              // a larger variable is saved only after cells that name it
	mostBytes   = 16 << 20              // larger variables are not saved, because that takes too long
	savingLimit = 500 * time.Millisecond
)

// saving is closed once the variables of the last cell are saved.
var saving atomic.Pointer[chan struct{}]

// stopSaving waits until nothing is being saved. Saving stops when a cell is about to run. It does not wait for a save that hangs in a lock
// which an interrupted cell left held.
func stopSaving() {
	if over := saving.Load(); over != nil {
		select {
		case <-*over:
		case <-time.After(savingLimit):
		}
	}
}

// saver saves the variables of one order.
type saver struct {
	order message.Order
	left  int64
	wild  bool // goroutines are running that may change variables
}

// contents holds hashes of variables in one block of memory, by name. A variable with an unchanged hash is not saved again.
var contents = map[string]uint64{}

var seed = maphash.MakeSeed()

// save saves as many variables as it can in its time: first small variables that cells have named since the last save, and then others. It
// returns the variables that it has saved or cannot save, and the named ones that it has examined.
func save(o message.Order) (all []message.Saved, looked []string) {
	before, over := saving.Load(), make(chan struct{})
	if before != nil && !ended(*before, o.ID != 0) {
		return nil, nil // the last save hangs
	}
	saving.Store(&over)
	defer close(over)
	debug.SetPanicOnFault(true) // for a slice that changes while it is read
	s := saver{order: o, left: o.Left, wild: wild()}
	begin, done := time.Now(), make([]bool, len(o.Variables))
	for _, small := range [2]bool{true, false} {
		for i, v := range o.Variables {
			named := i < o.Named
			if done[i] || small && (!named || s.size(v) > largeBytes) {
				continue
			}
			late := !small && time.Since(begin) > savingTime
			if running.Load() != nil || late && !named {
				return all, looked
			}
			saved, state := message.Saved{Name: v.Name}, notSaved
			if late { // the kernel drops what was saved before
				delete(contents, v.Name)
			} else {
				saved, state = s.one(v, named)
			}
			if state == savedNow || state == notSaved && named { // an older value must not be restored
				all = append(all, saved)
			}
			if done[i] = true; named {
				looked = append(looked, v.Name)
			}
		}
	}
	return all, looked
}

// ended reports whether the previous save has ended. If waits is set, it waits for a short time.
func ended(before chan struct{}, waits bool) bool {
	select {
	case <-before:
		return true
	default:
	}
	if !waits {
		return false
	}
	select {
	case <-before:
		return true
	case <-time.After(savingLimit):
		return false
	}
}

// size estimates the number of bytes of a variable, including what it refers to. If there are too many values to count, it exceeds the
// limit for saving.
func (s *saver) size(v message.Variable) int64 {
	t := typeAt(v.Type)
	w := walk{left: longestWalk, seen: map[unsafe.Pointer]bool{}}
	n := int64(t.Size()) + w.beyond(addressable(t, pointer(v.Address)))
	if w.left < 0 {
		return mostBytes + 1
	}
	return n
}

// States of a variable after a save.
const (
	notSaved = iota
	unchanged
	savedNow
)

// one saves a variable. If the variable is not saved, only its name is returned.
func (s *saver) one(v message.Variable, named bool) (saved message.Saved, state int) {
	saved.Name = v.Name
	defer func() {
		if recover() != nil {
			saved, state = message.Saved{Name: v.Name}, notSaved
		}
	}()
	t, at := typeAt(v.Type), pointer(v.Address)
	if _, err := values.Shape(t); err != nil || s.wild && !flat(t) {
		return saved, notSaved
	}
	switch size := s.size(v); {
	case size > mostBytes:
		return saved, notSaved
	case size > largeBytes && !named:
		return saved, unchanged
	}
	hash, safePoint := memoryHash(t, at)
	if safePoint && contents[v.Name] == hash {
		return saved, unchanged
	}
	delete(contents, v.Name)
	text, err := values.Write(t, at, int(min(mostBytes, s.left)), memoryEnd)
	if err != nil || int64(len(text)) > s.left {
		return saved, notSaved
	}
	sum := sha256.Sum256(text)
	digest := hex.EncodeToString(sum[:])
	file := savedFile(s.order.Folder, digest)
	if _, err := os.Stat(file); err != nil {
		if os.WriteFile(file, text, 0o600) != nil {
			return saved, notSaved
		}
	}
	if s.left -= int64(len(text)); safePoint {
		contents[v.Name] = hash
	}
	return message.Saved{Name: v.Name, Type: t.String(), Digest: digest, Bytes: int64(len(text)), Imports: imports(t, map[string]string{})}, savedNow
}

func savedFile(folder, digest string) string {
	return filepath.Join(folder, message.SavedPrefix+digest)
}

// restore sets variables to saved values. It returns the reason for each variable that it could not set.
func restore(o message.Order) (faults []string) {
	for i, v := range o.Variables {
		if err := restoreOne(v, savedFile(o.Folder, o.Digests[i]), o.Digests[i]); err != nil {
			faults = append(faults, fmt.Sprintf("%s: %v", v.Name, err))
		}
	}
	return faults
}

func restoreOne(v message.Variable, file, digest string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != digest {
		return fmt.Errorf("the file has changed: its digest is %x", sum)
	}
	return values.Read(text, typeAt(v.Type), pointer(v.Address))
}

// flat reports whether a value of a type is one block of memory, apart from its own words.
func flat(t reflect.Type) bool {
	return t.Kind() == reflect.String || t.Kind() == reflect.Slice && values.PointerFree(t.Elem()) || values.PointerFree(t)
}

// memoryHash returns the hash of a value that is one block of memory.
func memoryHash(t reflect.Type, at unsafe.Pointer) (hash uint64, safePoint bool) {
	switch {
	case !flat(t):
		return 0, false
	case t.Kind() == reflect.String:
		return maphash.String(seed, *(*string)(at)), true
	case t.Kind() == reflect.Slice:
		s := *(*[]byte)(at) // the element type does not matter
		return maphash.Bytes(seed, unsafe.Slice(unsafe.SliceData(s), len(s)*int(t.Elem().Size()))) ^ uint64(len(s)), true
	}
	return maphash.Bytes(seed, unsafe.Slice((*byte)(at), t.Size())), true
}

// imports adds the packages that a type names, name → path.
func imports(t reflect.Type, found map[string]string) map[string]string {
	if path := t.PkgPath(); path != "" {
		if path != "main" {
			name, _, _ := strings.Cut(t.String(), ".")
			found[name] = path
		}
		return found
	}
	switch t.Kind() {
	case reflect.Map:
		imports(t.Key(), found)
		imports(t.Elem(), found)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		imports(t.Elem(), found)
	case reflect.Struct:
		for i := range t.NumField() {
			imports(t.Field(i).Type, found)
		}
	}
	return found
}

// harmless holds parts of function names. Goroutines that are in such a function change no variables of cells.
var harmless = []string{ownPrefix, "gonb/gonbui", "os/signal.", "net/http.(*persistConn)"}

// wild reports whether goroutines run that may change variables. Reading a map while it is written would end the process.
func wild() bool {
	buffer := make([]byte, 1<<20)
	n := runtime.Stack(buffer, true)
	for block := range strings.SplitSeq(string(buffer[:n]), "\n\n") {
		known := false // goroutines of abandoned cells are not
		for _, part := range harmless {
			known = known || strings.Contains(block, part) && !strings.Contains(block, ownPrefix+"(*execution).run(")
		}
		if !known {
			return true
		}
	}
	return n == len(buffer)
}

// addressable returns a value of a type at an address. It makes no type, which a later cell could not name.
func addressable(t reflect.Type, at unsafe.Pointer) reflect.Value { return values.Addressable(t, at) }
