package listener_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/lab/listener"
)

// Choose an address that only this machine reaches, with a free port, and list what to enter in a browser.
func ExampleChoose() {
	at, err := listener.Choose("127.0.0.1", 0)
	check(err)
	addresses := listener.Addresses(at)
	fmt.Println(at.Addr(), len(addresses), addresses[0] == fmt.Sprintf("http://127.0.0.1:%d/lab", at.Port()))
	// Output: 127.0.0.1 1 true
}

// Read the token from a file that only its owner can read, and remove it from a line of the log.
func ExampleReadToken() {
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "token")
	check(os.WriteFile(file, []byte("5f0c9a\n"), 0o600))

	token, err := listener.ReadToken(file)
	check(err)
	fmt.Println(listener.Hide("http://127.0.0.1:8888/lab?token=5f0c9a", token))
	// Output: http://127.0.0.1:8888/lab?token=…
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
