package required_test

import (
	"fmt"
	"log"
	"os"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/required"
)

// Store the modules of a notebook, and read them after the next start of its kernel.
func Example() {
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "AppData"} {
		check(os.Setenv(name, dir)) // keeps the file of this example out of your settings
	}

	check(os.Setenv(required.NotebookVariable, "/home/ann/weather.ipynb")) // Jupyter sets it
	check(required.Keep([]string{"golang.org/x/text@v0.30.0"}))
	fmt.Println(required.Modules(), required.Paths())
	// Output: [golang.org/x/text@v0.30.0] [golang.org/x/text]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
