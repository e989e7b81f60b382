package stateful

import "testing"

// TestMadeMeanwhile checks that a cell uses types and method tables that the runtime made before the cell names them. If that is
// impossible, as with a type that reflection made, the cell is refused each time, and the values persist.
func TestMadeMeanwhile(t *testing.T) {
	n := open(t)
	n.expect([][2]string{
		{"type T struct{ n int }\nfunc (t T) Num() int { return t.n }\ntype numer interface{ Num() int }\nvar a any = T{1}", ""},
		{"made, _ := a.(numer)", ""},
		{"var written numer = T{1}\nmade == written", "true\n"},
		{"keys := map[numer]int{made: 1}\nkeys[written]", "1\n"},
		{"switch made { case numer(T{1}): fmt.Println(\"same\"); default: fmt.Println(\"another\") }", "same\n"},
		{"some := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(a)), 1, 1).Interface()", ""},
		{"_, is := some.([]T)\nis", "! stateful: reflection made the type []main.T before…"},
		{"_, is := some.([]T)\nis", "! stateful: reflection made the type []main.T before…"},
		{"fmt.Println(made.Num())", "1\n"},
	}...)
}
