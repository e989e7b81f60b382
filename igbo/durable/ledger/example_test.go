package ledger_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/durable/ledger"
)

// Detect that a user changed a file, before a program replaces it.
func Example() {
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		check(os.Setenv(name, dir)) // keeps the records of this example out of your cache
	}

	path, content := filepath.Join(dir, "marks.csv"), []byte("student,sum\nann,2\n")
	check(ledger.Announce(path, content))
	check(os.WriteFile(path, content, 0o666))
	fmt.Println("foreign:", ledger.Foreign(path))

	check(os.WriteFile(path, []byte("student,sum\nann,3\n"), 0o666)) // by the user
	fmt.Println("foreign:", ledger.Foreign(path))
	// Output:
	// foreign: false
	// foreign: true
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
