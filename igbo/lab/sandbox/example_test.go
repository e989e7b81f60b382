package sandbox_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/sandbox"
)

// Run an untrusted program with at most ten seconds and 256 MiB of memory. The sandbox is entered by another program, `igbo lab sandbox`,
// so this example is compiled but not run.
func ExampleSandbox_Run() {
	ctx := context.Background()
	limits := sandbox.DefaultLimits()
	limits.Time, limits.Memory = 10*time.Second, 256<<20
	box, err := sandbox.Open(ctx, []string{"igbo", "lab", "sandbox"}, limits)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(box)                             // how programs are isolated on this machine
	o, err := box.Run(ctx, "./answer", "LANG=C") // CGO_ENABLED=0 go build -o answer
	if err != nil {
		log.Fatal(err)
	}
	if o.Ended != "" {
		fmt.Println("the program failed:", o.Ended)
	}
	fmt.Printf("%s", o.Output)
}
