package stateful_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/igbolab/igbolab/igbo/kernel/stateful"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
)

// Run two cells, the second of which uses a value of the first. Make builds the process of the cells at its first call, which takes a
// minute or more, so this example is compiled but not run.
func Example() {
	ctx, source, env := context.Background(), ".", os.Environ() // source is the folder of the project's go.mod
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	tools, err := linker.Toolchain(ctx, "go", linker.Default, source, env)
	check(err)
	made, err := stateful.Open(stateful.Config{
		Go: tools.Go, Version: tools.Version, Source: source, Env: env, Cache: dir, Packages: []string{"gonum.org/v1/gonum/mat"}, Out: os.Stderr,
	})
	check(err)
	check(made.Make(ctx))

	var s stateful.Session
	output := stateful.Listener{Output: func(_, text string) { fmt.Print(text) }}
	check(s.Start(made, stateful.Options{Folder: dir, Dir: dir, Listener: output}))
	defer s.Close()
	for i, code := range []string{"x := 42", "fmt.Println(x / 2)"} {
		r, err := s.Run(ctx, i+1, code) // the second cell prints 21
		check(err)
		fmt.Println("cell", i+1, r.End)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
