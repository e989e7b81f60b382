package verify_test

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/verify"
)

// Compile two packages, and find the one that need not be linked, because it has neither functions nor data.
func ExampleEmpty() {
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	for _, source := range []string{"package units\n\nconst Metre = 1.0\n\ntype Length = float64\n", "package area\n\nfunc Square(x float64) float64 { return x * x }\n"} {
		file, object := filepath.Join(dir, "file.go"), filepath.Join(dir, "file.o")
		check(os.WriteFile(file, []byte(source), 0o600))
		check(exec.Command("go", "tool", "compile", "-p", "example", "-o", object, file).Run())
		empty, err := verify.Empty(object)
		check(err)
		fmt.Println(empty)
	}
	// Output:
	// true
	// false
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
