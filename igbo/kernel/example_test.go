package kernel_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/igbolab/igbolab/igbo/kernel"
)

// Install the kernel for all Jupyters of the user, as `igbo kernel install` does. The first set-up compiles the packages of cells, which
// takes minutes, so this example is compiled but not run.
func Example() {
	ctx := context.Background()
	source, err := kernel.FindSource(ctx)
	check(err)
	k, err := kernel.Open(kernel.Options{Source: source, Out: os.Stderr, Supervisor: []string{"igbo", "lab", "supervise"}})
	check(err)
	data, err := kernel.UserPlace()
	check(err)
	check(kernel.Prepare(data)) // reports a folder that cannot be written before the long set-up
	check(k.Setup(ctx))
	folder, err := k.Register(data, k.Spec(false))
	check(err)
	fmt.Println(kernel.DisplayName, "is installed in", folder)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
