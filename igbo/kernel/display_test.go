//go:build unix

package kernel

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// displays checks that a program's displays arrive in all their forms, with JSON as a value, and that an error is displayed as a value.
func displays(t *testing.T, w *wire.Kernel) {
	t.Helper()
	for code, want := range map[string]string{
		"%%\nnotebook.Display(notebook.Bundle{\"application/json\": map[string]int{\"a\": 1}, \"text/html\": \"<b>x</b>\", \"text/plain\": \"x\"})": "map[application/json:map[a:1] text/html:<b>x</b> text/plain:x]",
		"%%\nnotebook.Display([]string{\"a b\", \"c\"})": `map[text/plain:["a b" "c"]]`,
		"%%\nnotebook.Display(strconv.Atoi(\"five\"))":   "map[text/plain:0]",
	} {
		e, err := w.Execute(t.Context(), code)
		if err != nil {
			t.Fatal(err)
		}
		if e.Err() != nil || len(e.Outputs) == 0 || fmt.Sprint(e.Outputs[0].Data) != want {
			t.Errorf("%s: %+v, want %s", code, e, want)
		}
	}
}
