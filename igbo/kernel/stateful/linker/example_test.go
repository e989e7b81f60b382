package linker_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
)

// Check whether cells can be stateful with a release of Go.
func ExampleSupported() {
	fmt.Println(linker.Supported(linker.Default, "linux", "amd64"))
	fmt.Println(linker.Supported(linker.Default, "darwin", "arm64"))
	// Output:
	// <nil>
	// linker: stateful cells require linux/amd64 (this is darwin/arm64)
}

// Build the linker for the default release, which the go command downloads if it is missing. Building takes seconds, so this example is
// compiled but not run.
func ExampleMake() {
	ctx := context.Background()
	at, err := linker.Toolchain(ctx, "go", linker.Default, ".", os.Environ())
	check(err)
	program := filepath.Join(os.TempDir(), "link")
	check(linker.Make(ctx, at, program))
	fmt.Println(program, "links cells of", at.Version)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
