package live

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestNothingIsTorn: an interrupt leaves no value half written, of which one word is new and the other old: strings, slices and
// interfaces are what some statement made of them.
func TestNothingIsTorn(t *testing.T) {
	const interrupts = 40
	n := open(t)
	if got := n.run("var v any = 1\nstr, s := \"a\", []int{}\nshort, long := strings.Repeat(\"a\", 3), strings.Repeat(\"b\", 1000)"); got != "" {
		t.Fatal(got)
	}
	ended := 0
	for i := range interrupts {
		done := make(chan string, 1)
		go func() {
			done <- n.run(fmt.Sprintf("fmt.Println(\"begun\", %d)\nfor { str = short; v = 1; str = long; v = long; v = &str; s = append(s[:0:0], 1); s = nil }", i))
		}()
		for begin := time.Now(); !n.says(fmt.Sprintln("begun", i)) && time.Since(begin) < time.Minute; {
			time.Sleep(time.Millisecond)
		}
		n.Interrupt()
		select {
		case got := <-done:
			ended += strings.Count(got, "! interrupted")
		case <-time.After(time.Minute):
			t.Fatal("not interrupted")
		}
		const whole = "number, _ := v.(int)\ntext, _ := v.(string)\nat, _ := v.(*string)\nfmt.Printf(\"%T %v \", v, number)\nfmt.Println(len(str), len(s), cap(s), str == short || str == long, number == 1 || text == long || at == &str, len(s) <= cap(s) && cap(s) <= 1)"
		if got := n.run(whole); !strings.HasSuffix(got, "true true true\n") {
			t.Fatalf("after %d interrupts: %s", i+1, got)
		}
	}
	if ended < interrupts/2 {
		t.Errorf("%d of %d were ended", ended, interrupts)
	}
}
