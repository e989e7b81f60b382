package stateful

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/verify"
)

// small is a cell with one of each kind of object that a linker makes.
const small = "type shape struct { name *string; sides []int; more any }\nfunc (s shape) String() string { return *s.name }\nfunc (s *shape) Grow() { defer func() { s.sides = append(s.sides, recover().(int)) }(); panic(len(s.sides)) }\n" +
	"name := \"a\"\nvar all = []fmt.Stringer{shape{name: &name}}\nvar table = map[string]func(int) int{\"double\": func(i int) int { return 2 * i }}\nvar half = 0.5\nvar zero [4]uint32\nvar whole = &shape{name: &name}\nwhole.Grow()\n" +
	"fmt.Println(all[0], table[\"double\"](4), half, zero, whole.sides, slices.Max([]int{1, 2}), strings.Repeat(name, 2))"

// linked runs a cell in a new session, and returns its module.
func linked(t *testing.T) (n *notebook, m verify.Module) {
	n = open(t)
	n.linked = func(found *verify.Module, _ string) { m = *found }
	if got := n.run("one := 1"); got != "" {
		t.Fatal(got)
	}
	if got := n.run(small); got != "a 8 0.5 [0 0 0 0] [0] 2 aa\n" {
		t.Fatal(got)
	}
	return n, m
}

// bytesOf calls f for the mapped bytes of a module after the header of the file.
func bytesOf(t *testing.T, image []byte, f func(section string, at uint64, offset int)) {
	e, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range e.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Type == elf.SHT_NOBITS || s.Type == elf.SHT_NOTE {
			continue
		}
		for i := range s.FileSize {
			f(s.Name, s.Addr+i, int(s.Offset+i))
		}
	}
}

// TestEachByte checks that a module with a changed bit, in any table or instruction, fails verification.
func TestEachByte(t *testing.T) {
	n, m := linked(t)
	defer n.Close()
	start := time.Now()
	if _, err := m.Check(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes in %v", len(m.Image), time.Since(start))
	eachByte(t, m, n.made.Version, sweep.Count(29, 1))
}

// eachByte changes a bit in every step-th byte of a correct module that a release of Go made.
func eachByte(t *testing.T, m verify.Module, release string, step int) {
	t.Helper()
	tried, passed := map[string]int{}, map[string][]uint64{}
	bytesOf(t, m.Image, func(section string, at uint64, offset int) {
		if offset%step != 0 {
			return
		}
		bit := byte(1) << (offset / step % 8)
		m.Image[offset] ^= bit
		if _, err := m.Check(); err == nil {
			passed[section] = append(passed[section], at)
		}
		m.Image[offset] ^= bit
		tried[section]++
	})
	word := func(i uint64) uint64 { return read(t, m, m.Data+8*i) }
	emptyTasks := uint64(59)
	if linker.Series(release) != "go1.26" {
		emptyTasks = 56
	}
	for _, section := range slices.Sorted(maps.Keys(tried)) {
		t.Logf("%6d bytes of %s", tried[section], section)
		passed[section] = slices.DeleteFunc(passed[section], func(at uint64) bool {
			return section == ".go.buildinfo" || // which nothing reads
				at/8 == m.Data/8+maskData && word(dataLow) == word(dataLow+1) || // any empty mask will do
				at/8 == m.Data/8+emptyTasks || // the start of an empty slice
				at >= word(maskData) && at < word(maskBSS)+8 // which the process compares with types: TestMasks
		})
		if len(passed[section]) > 0 {
			t.Errorf("%d bytes of %s may be another: %x", len(passed[section]), section, passed[section])
		}
	}
}

// Words of a module's description.
const dataLow, maskData, maskBSS = 26, 35, 36

// read reads a word of a module.
func read(t *testing.T, m verify.Module, at uint64) (word uint64) {
	bytesOf(t, m.Image, func(_ string, a uint64, offset int) {
		if a == at {
			word = binary.LittleEndian.Uint64(m.Image[offset:])
		}
	})
	return word
}

// TestMasks checks that the process refuses a module whose pointer masks differ from the types of its variables.
func TestMasks(t *testing.T) {
	n := open(t)
	for bit := range 5 { // words with pointers: a slice has three, a map one, an integer none or one
		n.linked = func(m *verify.Module, image string) {
			bytesOf(t, m.Image, func(_ string, at uint64, offset int) {
				if at == read(t, *m, m.Data+8*maskBSS)+1 {
					m.Image[offset] ^= 1 << bit
				}
			})
			if err := os.WriteFile(image, m.Image, 0o600); err != nil {
				t.Error(err)
			}
		}
		got := n.run("s := []int{1}\nm := map[int]int{}\ni := 3")
		if !strings.Contains(got, "collector") {
			t.Errorf("bit %d: %q", bit, got)
		}
		if n.linked = nil; n.run("fmt.Println(1)") != "1\n" {
			t.Fatal("the next cell does not run")
		}
	}
}

// TestDamage checks that the process only loads the file that was verified.
func TestDamage(t *testing.T) {
	n := open(t)
	n.linked = func(m *verify.Module, image string) {
		damaged := bytes.Clone(m.Image)
		damaged[len(damaged)/2] ^= 1
		if err := os.WriteFile(image, damaged, 0o600); err != nil {
			t.Error(err)
		}
	}
	if got := n.run("fmt.Println(1)"); !strings.Contains(got, "the module's file has changed") {
		t.Error(got)
	}
	n.linked = nil
	n.expect([2]string{"fmt.Println(1)", "1\n"})
}

// TestRefusalsCostNothing checks that a module that the process or the kernel refuses leaves the values, the addresses and the files as
// they are, and that the cell runs once its module is correct.
func TestRefusalsCostNothing(t *testing.T) {
	n := open(t)
	n.run("x := 42\ntype says int\nfunc (s says) String() string { return \"says\" }")
	next, images, high := n.next, len(n.images), n.host.high
	files := func() int {
		all, err := os.ReadDir(n.Folder)
		if err != nil {
			t.Fatal(err)
		}
		return len(slices.DeleteFunc(all, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "saved_") }))
	}
	before := files()
	const code = "func twice[T any](v T) []T { return []T{v, v} }\nvar both = twice(says(x))\nvar s fmt.Stringer = both[0]\ntable := map[says]fmt.Stringer{1: s}\nfmt.Println(len(table), s)"
	for i := range 12 {
		switch i % 3 {
		case 0: // the kernel finds no address range
			n.host.high = next
		case 1: // the process finds another file
			n.linked = func(m *verify.Module, image string) {
				if err := os.WriteFile(image, m.Image[1:], 0o600); err != nil {
					t.Error(err)
				}
			}
		case 2: // the process finds other masks
			n.linked = func(m *verify.Module, image string) {
				bytesOf(t, m.Image, func(_ string, at uint64, offset int) {
					if at == read(t, *m, m.Data+8*maskBSS)+1 {
						m.Image[offset] ^= 1
					}
				})
				if err := os.WriteFile(image, m.Image, 0o600); err != nil {
					t.Error(err)
				}
			}
		}
		if got := n.run(code); !strings.HasPrefix(got, "! stateful: ") {
			t.Errorf("refusal %d: %q", i, got)
		}
		n.linked, n.host.high = nil, high
		if n.next != next || len(n.images) != images || files() != before {
			t.Errorf("refusal %d: %d bytes of addresses, %d modules, %d files", i, n.next-next, len(n.images)-images, files()-before)
		}
		if i%3 == 2 {
			n.expect([2]string{"x", "42\n"})
			next, images, before = n.next, len(n.images), files()
		}
	}
	n.expect([2]string{code, "1 says\n"}, [2]string{"fmt.Println(both, table[1].(says) == both[1])", "[says says] true\n"})
}
