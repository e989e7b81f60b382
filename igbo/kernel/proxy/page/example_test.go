package page_test

import (
	"fmt"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/page"
)

// Send a value of a cell to the page. The message, and what the cell displays afterwards, wait until the page has opened the comm.
func ExampleBridge() {
	b := page.Bridge{
		Connect: func() { fmt.Println("connecting") },
		Publish: func(comm string, data map[string]any) { fmt.Println("to comm", comm, data["address"], data["value"]) },
		Process: func() int { return 1 },
	}
	value := &protocol.DisplayData{Data: map[protocol.MIMEType]any{protocol.MIMECommValue: &protocol.CommValue{Address: "/rate", Value: 0.5}}}
	b.Take(value, nil)
	b.Take(&protocol.DisplayData{}, func() { fmt.Println("a figure is shown") })
	b.Heard("comm_open", []byte(`{"comm_id": "c1", "target_name": "`+page.Target+`"}`))
	b.Connected()
	// Output:
	// connecting
	// to comm c1 /rate 0.5
	// a figure is shown
}
