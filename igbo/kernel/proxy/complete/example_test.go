package complete_test

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/complete"
)

// Tell a console whether to run a cell or to read another line, which it indents.
func ExampleStatus() {
	for _, code := range []string{"x := 6 * 7", "for i := range 3 {", "x := )"} {
		status, indent := complete.Status(code)
		fmt.Printf("%s %q\n", status, indent)
	}
	// Output:
	// complete ""
	// incomplete "\t"
	// invalid ""
}

// Complete a name that an earlier cell has declared. These cells import no packages, so the list of export files is empty.
func ExampleReader_Complete() {
	ctx := context.Background()
	r := complete.Reader{Help: complete.Help{Exports: func(context.Context) (map[string]string, error) { return map[string]string{}, nil }}}
	r.Learn(1, "func circumference(r float64) float64 { return 6.28 * r }")
	reply := r.Complete(ctx, "c := circ", len("c := circ"))
	fmt.Println(reply["matches"], reply["cursor_start"], reply["cursor_end"])
	// Output: [circumference] 5 9
}
