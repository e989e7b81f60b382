package proxy_test

import (
	"context"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/kernel/proxy"
)

// Run the kernel of a notebook. Jupyter starts such a program with the path of a connection file, so this example is compiled but not run.
// Without the field Stateful, each cell is a program, which the engine runs.
func ExampleRun() {
	home := filepath.Join(os.TempDir(), "kernel")
	err := proxy.Run(context.Background(), proxy.Options{
		Connection: os.Args[1],
		Engine: func(connection string) (argv, environment []string) {
			return []string{"gonb", "--kernel", connection, "-raw_error=true"}, nil
		},
		Folder: filepath.Join(home, "runtime"), Supervisor: []string{"igbo", "lab", "supervise"},
		History: filepath.Join(home, "history.jsonl"), Version: "1.0",
	})
	if err != nil {
		log.Fatal(err)
	}
}
