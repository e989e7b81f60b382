//go:build cgo && !noxla

package backend

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/go-xla/pjrt"
)

// TestClientOptions checks that a CPU plugin is opened with synchronous calls, or with its defaults if it rejects the
// option, and that an explicit option is passed on or fails.
func TestClientOptions(t *testing.T) {
	refusal := errors.New("unknown option")
	for _, c := range []struct {
		config  string
		refuses bool
		want    []string
		fails   bool
	}{
		{config: "cpu", want: []string{"cpu map[asynchronous:false]"}},
		{config: "/opt/pjrt_c_api_cpu_plugin.so,shared_buffers", want: []string{"/opt/pjrt_c_api_cpu_plugin.so,shared_buffers map[asynchronous:false]"}},
		{config: "cpu", refuses: true, want: []string{"cpu map[asynchronous:false]", "cpu map[]"}},
		{config: "cuda", want: []string{"cuda map[]"}},
		{config: "cpu,asynchronous=true,shared_buffers", want: []string{"cpu,shared_buffers map[asynchronous:true]"}},
		{config: "cpu,asynchronous", want: []string{"cpu map[asynchronous:true]"}},
		{config: "cuda,asynchronous=false", refuses: true, want: []string{"cuda map[asynchronous:false]"}, fails: true},
		{config: "cpu,asynchronous=never", fails: true},
	} {
		var got []string
		_, err := openClient(c.config, func(config string, options pjrt.NamedValuesMap) (*xla.Backend, error) {
			got = append(got, fmt.Sprint(config, " ", map[string]any(options)))
			if c.refuses && len(options) > 0 {
				return nil, refusal
			}
			return new(xla.Backend), nil
		})
		if !slices.Equal(got, c.want) || (err != nil) != c.fails {
			t.Errorf("%s: opened %q with error %v, want %q", c.config, got, err, c.want)
		}
	}
}
