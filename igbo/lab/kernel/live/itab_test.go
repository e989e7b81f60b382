package live

import "testing"

// TestOneTable: an interface's table of methods that the runtime made is the one that a later cell's code names.
func TestOneTable(t *testing.T) {
	n := open(t)
	for _, c := range [][2]string{
		{"type T struct{ n int }\nfunc (t T) Num() int { return t.n }\ntype numer interface{ Num() int }\nvar a any = T{1}", ""},
		{"made, _ := a.(numer)", ""},
		{"var written numer = T{1}\nmade == written", "true\n"},
		{"keys := map[numer]int{made: 1}\nkeys[written]", "1\n"},
		{"switch made { case numer(T{1}): fmt.Println(\"same\"); default: fmt.Println(\"another\") }", "same\n"},
		{"rv := reflect.ValueOf(a).Convert(reflect.TypeFor[fmt.Formatter]())", "! panic"},
	} {
		if got := n.run(c[0]); got != c[1] && c[1] != "! panic" {
			t.Errorf("%q gave %q, expected %q", c[0], got, c[1])
		}
	}
}
