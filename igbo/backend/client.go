//go:build cgo && !noxla

package backend

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/go-xla/pjrt"
)

// asynchronousOption is the option of XLA's CPU client that runs each call on a separate thread. This package turns it
// off by default: calls then run on the calling thread, which saves two thread switches. The operations of a call use all
// cores either way. "xla:cpu,asynchronous=true" turns the option on.
const asynchronousOption = "asynchronous"

// openClient opens a plugin. For a CPU plugin it turns asynchronous calls off. If the plugin rejects that option and the
// user did not set it, openClient opens the plugin with its defaults.
func openClient(config string, open func(string, pjrt.NamedValuesMap) (*xla.Backend, error)) (compute.Backend, error) {
	config, asynchronous, asked, err := cutAsynchronous(config)
	if err != nil {
		return nil, err
	}
	var b *xla.Backend
	if asked || isCPU(config) {
		b, err = open(config, pjrt.NamedValuesMap{asynchronousOption: asynchronous})
		if err != nil && !asked {
			b, err = open(config, nil)
		}
	} else {
		b, err = open(config, nil)
	}
	if err != nil {
		return nil, err // not b: an interface that holds a nil *xla.Backend is not nil
	}
	return b, nil
}

// cutAsynchronous removes the option from a configuration, because go-xla rejects options that it does not know.
func cutAsynchronous(config string) (rest string, value, asked bool, err error) {
	parts := strings.Split(config, ",")
	kept := parts[:1]
	for _, part := range parts[1:] {
		key, text, given := strings.Cut(part, "=")
		if key != asynchronousOption {
			kept = append(kept, part)
			continue
		}
		if !given {
			text = "true"
		}
		if value, err = strconv.ParseBool(text); err != nil {
			return "", false, false, fmt.Errorf("option %s=%q must be true or false", asynchronousOption, text)
		}
		asked = true
	}
	return strings.Join(kept, ","), value, asked, nil
}

// isCPU reports whether a configuration names a CPU plugin. Like go-xla, it looks for "cpu" in the name.
func isCPU(config string) bool {
	name, _, _ := strings.Cut(config, ",")
	if name == "" {
		if found := xla.GetAvailablePlugins(); len(found) > 0 {
			name = found[0]
		}
	}
	return strings.Contains(strings.ToLower(name), "cpu")
}
