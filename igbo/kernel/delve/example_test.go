package delve_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/kernel/delve"
)

// Run a program under Delve, and print the events until it ends. Get may install Delve, which needs the network and a minute or more, so
// this example is compiled but not run.
func Example() {
	ctx := context.Background()
	cache, err := os.UserCacheDir()
	check(err)
	dlv, err := delve.Tool{Go: "go", Env: os.Environ(), Cache: filepath.Join(cache, "delve"), Say: func(line string) { fmt.Println(line) }}.Get(ctx)
	check(err)
	folder, err := os.MkdirTemp("", "dlv")
	check(err)
	defer os.RemoveAll(folder)

	client, err := delve.Start(ctx, delve.Launch{
		Delve: dlv, Program: "./program", Env: os.Environ(), Folder: folder, // go build -gcflags="-N -l" -o program
		On: func(e delve.Event) { fmt.Printf("%s %s\n", e.Name, e.Body) },
	})
	check(err)
	defer client.Close()
	answer, err := client.Ask(ctx, "configurationDone", nil) // after the breakpoints are set
	check(err)
	if !answer.Success {
		log.Fatal(answer.Reason())
	}
	<-client.Ended()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
