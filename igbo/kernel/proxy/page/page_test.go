package page

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// TestOrder checks that displays after a request to the page wait until the page is connected, and are shown if no page connects.
func TestOrder(t *testing.T) {
	for _, there := range []bool{true, false} {
		var log []string
		b := &Bridge{
			Connect: func() { log = append(log, "connect") },
			Publish: func(comm string, data map[string]any) { log = append(log, fmt.Sprint(comm, data["value"])) },
			Deliver: func(address string, value any) { log = append(log, fmt.Sprint("heard ", address, value)) },
			Process: func() int { return 7 },
		}
		show := func(name string) (*protocol.DisplayData, func()) {
			return &protocol.DisplayData{}, func() { log = append(log, name) }
		}
		b.Take(show("a"))
		b.Take(&protocol.DisplayData{Data: map[protocol.MIMEType]any{protocol.MIMECommSubscribe: protocol.CommSubscription{Address: "/x"}}}, nil)
		b.Take(&protocol.DisplayData{Data: map[protocol.MIMEType]any{protocol.MIMECommValue: &protocol.CommValue{Address: "/y", Value: 5}}}, nil)
		b.Take(show("b"))
		want := []string{"a", "connect"}
		if there {
			b.Heard("comm_open", []byte(`{"comm_id":"c","target_name":"gonb_comm"}`))
			want = append(want, "c5")
		}
		b.Connected()
		want = append(want, "b")
		b.Heard("comm_msg", []byte(`{"comm_id":"c","data":{"address":"/x","value":"3"}}`))
		b.Heard("comm_msg", []byte(`{"comm_id":"other","data":{"address":"/x","value":"4"}}`))
		b.Heard("comm_msg", []byte(`{"comm_id":"c","data":{"address":"/unknown","value":"4"}}`))
		b.Heard("comm_msg", []byte(`{"comm_id":"c","data":{"address":"/x","value":null}}`))
		if there {
			want = append(want, "heard /x3")
		}
		b.Process = func() int { return 8 } // another process, which never subscribed
		b.Heard("comm_msg", []byte(`{"comm_id":"c","data":{"address":"/x","value":"3"}}`))
		if !reflect.DeepEqual(log, want) {
			t.Errorf("there %v: %q, want %q", there, log, want)
		}
	}
}

// TestTyped checks that values are converted to types that cells can receive, and that others are refused.
func TestTyped(t *testing.T) {
	for _, c := range []struct{ from, want any }{
		{"a", "a"}, {1.5, 1.5}, {true, 1.}, {nil, nil}, {[]any{1., 2.}, []float64{1, 2}}, {[]any{"a"}, []string{"a"}}, {[]any{"a", 1.}, nil},
		{map[string]any{"a": 1.}, map[string]float64{"a": 1}}, {map[string]any{"a": "b"}, map[string]string{"a": "b"}}, {map[string]any{"a": []any{}}, nil},
	} {
		got, ok := typed(c.from)
		if ok != (c.want != nil) || ok && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %v, %v", c.from, got, ok)
		}
	}
}
