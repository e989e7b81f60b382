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

// asynchronousOption is the option of XLA's CPU client that hands each call to a thread
// of its own. Without it a call runs on the thread that makes it, which saves
// two hand-overs. The operations of a call
// keep every core either way. "xla:cpu,asynchronous=true" asks for the client's default.
const asynchronousOption = "asynchronous"

// openClient opens a plugin; one for the CPU without asynchronous calls where it
// takes that option, and with its defaults where it refuses it unasked.
// Measured both ways in one run on two busy cores: the linear step of the bench takes 0.26 ms instead of 0.30,
// and the GRU and the perceptron the same wall and CPU time, as they keep their cores.
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
		return nil, err // not b: a nil *xla.Backend is not a nil compute.Backend
	}
	return b, nil
}

// cutAsynchronous takes the option out of a configuration, as the binding refuses what it does not know.
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

// isCPU tells whether a configuration names a plugin for the CPU, by the letters that XLA's binding goes by.
func isCPU(config string) bool {
	name, _, _ := strings.Cut(config, ",")
	if name == "" {
		if found := xla.GetAvailablePlugins(); len(found) > 0 {
			name = found[0]
		}
	}
	return strings.Contains(strings.ToLower(name), "cpu")
}
