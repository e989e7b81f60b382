package page

import (
	"encoding/json"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Target is the name of GoNB's comm.
const Target = "gonb_comm"

// fresh is how long a page counts as connected after its last message. A page that was reloaded does not report it.
const fresh = time.Second

// Bridge passes values. Only one goroutine can use it.
type Bridge struct {
	// Connect makes GoNB open its comm in the page, unless it is open. [Bridge.Connected] is called afterwards.
	Connect func()
	// Publish sends data over a comm to the page.
	Publish func(comm string, data map[string]any)
	// Deliver sends a stateful process the page's value for an address to which it has subscribed.
	Deliver func(address string, value any)
	// Process returns the process ID of the current stateful process. Subscriptions of other processes are dropped.
	Process func() int

	comm       string // the open comm
	heard      time.Time
	connecting bool
	queue      []func()       // what waits for the page's connection
	wanted     map[string]int // subscribed addresses, with the process of each
}

// Take handles what cells display, for which it calls show, and what they send to the page, in order.
func (b *Bridge) Take(d *protocol.DisplayData, show func()) {
	do, talks := show, false
	if s, is := of[protocol.CommSubscription](d, protocol.MIMECommSubscribe); is {
		b.subscribe(s)
		do, talks = func() {}, !s.Unsubscribe
	} else if v, is := of[protocol.CommValue](d, protocol.MIMECommValue); is {
		do, talks = func() { b.send(v) }, true
	}
	if talks && !b.connecting && (b.comm == "" || time.Since(b.heard) > fresh) {
		b.connecting = true
		b.Connect()
	}
	if b.connecting {
		b.queue = append(b.queue, do)
		return
	}
	do()
}

// of returns the content of one of GoNB's own MIME types, which can be a value or a pointer.
func of[T any](d *protocol.DisplayData, mime protocol.MIMEType) (v T, is bool) {
	switch found := d.Data[mime].(type) {
	case T:
		return found, true
	case *T:
		return *found, found != nil
	}
	return v, false
}

// subscribe records a subscription of the stateful process.
func (b *Bridge) subscribe(s protocol.CommSubscription) {
	if b.wanted == nil {
		b.wanted = map[string]int{}
	}
	if s.Unsubscribe {
		delete(b.wanted, s.Address)
		return
	}
	b.wanted[s.Address] = b.Process()
}

// send sends a value to the page, or requests one.
func (b *Bridge) send(v protocol.CommValue) {
	switch {
	case b.comm == "" || v.Address == protocol.GonbuiStartAddress:
	case v.Request:
		b.Publish(b.comm, map[string]any{"address": v.Address, "read_request": true})
	default:
		b.Publish(b.comm, map[string]any{"address": v.Address, "value": v.Value})
	}
}

// Connected reports that GoNB has tried to connect. Pending messages are sent, without effect if no page has answered.
func (b *Bridge) Connected() {
	b.connecting = false
	b.heard = time.Now()
	waiting := b.queue
	b.queue = nil
	for _, do := range waiting {
		do()
	}
}

// Heard handles a message of the page, of type comm_open, comm_msg or comm_close.
func (b *Bridge) Heard(kind string, content []byte) {
	var m struct {
		Comm   string `json:"comm_id"`
		Target string `json:"target_name"`
		Data   struct {
			Address string `json:"address"`
			Value   any    `json:"value"`
		} `json:"data"`
	}
	if json.Unmarshal(content, &m) != nil || m.Comm == "" {
		return
	}
	switch {
	case kind == "comm_open" && m.Target == Target:
		b.comm, b.heard = m.Comm, time.Now()
	case m.Comm != b.comm:
	case kind == "comm_close":
		b.comm = ""
	case kind == "comm_msg":
		b.heard = time.Now()
		process, wanted := b.wanted[m.Data.Address]
		if value, sent := typed(m.Data.Value); wanted && sent && process == b.Process() {
			b.Deliver(m.Data.Address, value)
		}
	}
}

// typed converts a JSON value to a type that cells can receive. It returns false if the value has none of them.
func typed(value any) (any, bool) {
	switch v := value.(type) {
	case string, float64:
		return v, true
	case bool:
		if v {
			return 1., true
		}
		return 0., true
	case []any:
		if numbers, are := list[float64](v); are {
			return numbers, true
		}
		return list[string](v)
	case map[string]any:
		if numbers, are := dictionary[float64](v); are {
			return numbers, true
		}
		return dictionary[string](v)
	}
	return nil, false
}

func list[T any](from []any) (all []T, are bool) {
	for _, one := range from {
		v, is := one.(T)
		if !is {
			return nil, false
		}
		all = append(all, v)
	}
	return all, true
}

func dictionary[T any](from map[string]any) (map[string]T, bool) {
	all := map[string]T{}
	for key, one := range from {
		v, is := one.(T)
		if !is {
			return nil, false
		}
		all[key] = v
	}
	return all, true
}
