package wire_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// A message is signed with the key of its connection, and a kernel accepts it once.
func ExampleHistory_Decode() {
	key := []byte("the key of the connection")
	m, err := wire.NewMessage("execute_request", wire.NewID(), nil, map[string]any{"code": "1 + 1"})
	if err != nil {
		log.Fatal(err)
	}
	frames := wire.Encode(m, key)

	var history wire.History
	got, err := history.Decode(frames, key)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %s\n", got.Header.Type, got.Content)
	_, err = history.Decode(frames, key)
	fmt.Println(err)
	_, err = wire.Decode(frames, []byte("another key"))
	fmt.Println(err)
	// Output:
	// execute_request {"code":"1 + 1"}
	// wire: the message was received before
	// wire: the signature of the message is wrong
}
