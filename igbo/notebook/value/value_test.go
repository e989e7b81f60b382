package value_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"testing/quick"
	"time"

	"github.com/igbolab/igbolab/igbo/notebook/value"
)

type point struct{ x, y int }

type mixed struct {
	Name string
	tags []string
	at   time.Time
	next *mixed
	_    int
}

// loud has a text method on its pointer.
type loud struct{ n int }

func (l *loud) String() string { return fmt.Sprintf("loud %d", l.n) }

// event embeds a type that has a text.
type event struct {
	time.Duration
	What string
}

// bad has a method that panics.
type bad struct{ n int }

func (bad) String() string { panic("no\ntext") }

// Tᵛ2 has a name as the kernel gives to a type that was declared again.
type Tᵛ2[P any] struct{ v P }

type celsius float64

func double(i int) int { return 2 * i }

// TestText compares the texts of values of all kinds.
func TestText(t *testing.T) {
	var none *point
	var loop []any
	loop = append(loop, 1, &loop, nil)
	loop[2] = loop
	ring := map[string]any{}
	ring["me"] = ring
	knot := &mixed{Name: "a"}
	knot.next = knot
	var deep any = 1
	for range 50 {
		deep = []any{deep}
	}
	for _, c := range []struct {
		v    any
		want string
	}{
		{"a \"b\"\n", "a \"b\"\n"},
		{"", `""`},
		{[]string{"a b", "c"}, `["a b" "c"]`},
		{map[string][]string{"b": nil, "a": {"x\n"}}, `map["a":["x\n"] "b":nil]`},
		{point{1, -2}, "{x:1 y:-2}"},
		{&point{1, 2}, "&{x:1 y:2}"},
		{none, "(*value_test.point)(nil)"},
		{[]int(nil), "[]int(nil)"},
		{map[string]int(nil), "map[string]int(nil)"},
		{(func(int) error)(nil), "(func(int) error)(nil)"},
		{[]int{}, "[]"},
		{mixed{Name: "n", tags: []string{"t"}, at: time.Unix(0, 0).UTC()}, `{Name:"n" tags:["t"] at:1970-01-01 00:00:00 +0000 UTC next:nil}`},
		{[]byte("héllo\n"), "héllo\n"},
		{[]byte{0, 255}, "00000000  00 ff                                             |..|"},
		{[]any{[]byte("a"), []byte{1}, [2]byte{1, 2}}, `["a" 0x01 0x0102]`},
		{[4]byte{1, 2, 3, 4}, "0x01020304"},
		{double, "func(int) int value_test.double"},
		{(&loud{1}).String, "func() string value_test.(*loud).String"},
		{make(chan int, 3), "chan int, 0 of 3 elements"},
		{errors.New("gone"), "gone"},
		{loud{3}, "loud 3"},
		{[]loud{{1}, {2}}, "[loud 1 loud 2]"},
		{map[int]loud{1: {4}}, "map[1:loud 4]"},
		{event{time.Second, "run"}, `{Duration:1s What:"run"}`},
		{*big.NewInt(1234567890123456789), "1234567890123456789"},
		{[]*big.Int{big.NewInt(7)}, "[7]"},
		{complex(1, -2), "(1-2i)"},
		{complex64(complex(0.1, 0)), "(0.1+0i)"},
		{float32(0.1), "0.1"},
		{math.NaN(), "NaN"},
		{celsius(3.5), "3.5"},
		{[]any{1, "a", nil, 2.5, true}, `[1 "a" nil 2.5 true]`},
		{Tᵛ2[int]{1}, "{v:1}"},
		{(*Tᵛ2[int])(nil), "(*value_test.T[int])(nil)"},
		{loop, "[1 &(contains itself: []any) (contains itself: []any)]"},
		{ring, `map["me":(contains itself: map[string]any)]`},
		{knot, `&{Name:"a" tags:nil at:0001-01-01 00:00:00 +0000 UTC next:(contains itself: *value_test.mixed)}`},
		{deep, "[[[[[[[[[…]]]]]]]]]"},
		{reflect.ValueOf([]int{1}), "[1]"},
		{reflect.TypeFor[point](), "value_test.point"},
		{struct{}{}, "{}"},
		{&[]int{1}, "&[1]"},
	} {
		text, err := value.Text(reflect.ValueOf(c.v))
		if text != c.want || err != nil {
			t.Errorf("%T: %s, %v; want %s", c.v, text, err, c.want)
		}
	}
	for v, prefix := range map[any]string{new(int): "*int 0x", new(*int): "**int 0x"} {
		if text, _ := value.Text(reflect.ValueOf(v)); !strings.HasPrefix(text, prefix) {
			t.Errorf("%T: %s", v, text)
		}
	}
}

// TestBounds checks that every text is limited, and names what it omits.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		v    any
		end  string
		most int
	}{
		{make([]int, 1000), "0 0 … 800 more]", 500},
		{[][]int{make([]int, 30)}, "0 … 10 more]]", 100},
		{[]string{strings.Repeat("ü", 1000)}, `…" (2000 bytes)]`, 900},
		{strings.Repeat("ü", 1_000_000), "(1800000 of 2000000 bytes left out)", 201_000},
		{make([]byte, 100_000), "(99488 of 100000 bytes left out)", 3000},
		{[][]string{slicesOf(200), slicesOf(200), slicesOf(200), slicesOf(200), slicesOf(200), slicesOf(200)}, "(cut after 32 kB)", 33_000},
		{struct{ b [100]byte }{}, "… (100 bytes)}", 200},
	} {
		text, err := value.Text(reflect.ValueOf(c.v))
		if !strings.HasSuffix(text, c.end) || len(text) > c.most || err != nil {
			t.Errorf("%T: %d bytes, %v: …%s", c.v, len(text), err, text[max(0, len(text)-100):])
		}
	}
}

func slicesOf(n int) (words []string) {
	for range n {
		words = append(words, strings.Repeat("a", 300))
	}
	return words
}

// TestPanickingMethod checks that a value whose method panics has its plain text, and that the error names the method.
func TestPanickingMethod(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{{bad{1}, "{n:1}"}, {[]bad{{1}}, "[{n:1}]"}, {[]any{bad{2}, &bad{3}, (*bad)(nil)}, "[{n:2} &{n:3} nil]"}} {
		text, err := value.Text(reflect.ValueOf(c.v))
		if text != c.want || err == nil || !strings.HasPrefix(err.Error(), "the method String of ") || !strings.HasSuffix(err.Error(), "value_test.bad panicked: no text") {
			t.Errorf("%T: %s, %v", c.v, text, err)
		}
	}
}

// TestBriefCallsNothing checks that Brief calls no method and reads no map.
func TestBriefCallsNothing(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{bad{1}, "{n:1}"}, {"a\nb", `"a\nb"`}, {[]any{bad{1}, event{1, "x"}}, `[{n:1} {Duration:1ns What:"x"}]`}, {map[string]int{"a": 1}, "map[… 1 entries]"},
		{make([]int, 100), "[0 0 0 0 0 0 0 0 … 92 more]"}, {[]string{strings.Repeat("a", 200)}, `["` + strings.Repeat("a", 77) + "…"}, {time.Second, "1s"},
	} {
		if text := value.Brief(reflect.ValueOf(c.v)); text != c.want {
			t.Errorf("%T: %s, want %s", c.v, text, c.want)
		}
	}
}

// TestAnyValueIsWritten writes random values of random types.
func TestAnyValueIsWritten(t *testing.T) {
	type random struct {
		A map[string][]*random
		C [3]complex64
		D *[]map[int8]string
		G []byte
	}
	type closed struct {
		random
		b []any
		f func(string) string
		c chan bool
		h struct{ X, y any }
	}
	count := 0
	check := func(r random, words [][]string, m map[float64]*random, b [20]byte, p **int) bool {
		count++
		v := closed{random: r, f: strings.ToUpper, c: make(chan bool)}
		v.b, v.h.X, v.h.y = []any{words, m, &v, b, p, &p}, r.A, &v
		for _, v := range []any{v, &v, r, words, m, b, p, v.b, r.D, r.G, v.h, []closed{v, v}} {
			if text, err := value.Text(reflect.ValueOf(v)); err != nil || len(text) > 210_000 {
				t.Errorf("%T: %d bytes, %v", v, len(text), err)
				return false
			}
			if line := value.Line(reflect.ValueOf(v), 40); strings.Contains(line, "\n") || len([]rune(line)) > 40 {
				t.Errorf("%T: %q", v, line)
			}
			value.Brief(reflect.ValueOf(v))
		}
		return true
	}
	if err := quick.Check(check, &quick.Config{MaxCount: 20}); err != nil || count != 20 {
		t.Error(count, err)
	}
}
