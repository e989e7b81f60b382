package live

import "testing"

// TestMadeMeanwhile: what the runtime has made before a cell names it is what the cell names; where that cannot be, as with a type that
// reflection has made, the cell is refused, each time, and the values stay.
func TestMadeMeanwhile(t *testing.T) {
	n := open(t)
	n.expect([][2]string{
		{"type T struct{ n int }\nfunc (t T) Num() int { return t.n }\ntype numer interface{ Num() int }\nvar a any = T{1}", ""},
		{"made, _ := a.(numer)", ""},
		{"var written numer = T{1}\nmade == written", "true\n"},
		{"keys := map[numer]int{made: 1}\nkeys[written]", "1\n"},
		{"switch made { case numer(T{1}): fmt.Println(\"same\"); default: fmt.Println(\"another\") }", "same\n"},
		{"some := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(a)), 1, 1).Interface()", ""},
		{"_, is := some.([]T)\nis", "! live: reflection has made the type []main.T before…"},
		{"_, is := some.([]T)\nis", "! live: reflection has made the type []main.T before…"},
		{"fmt.Println(made.Num())", "1\n"},
	}...)
}
