package notebook

import (
	"errors"
	"flag"
	"io"
	"os"
	"regexp"
	"sync"
	"testing"

	"github.com/igbolab/igbolab/plots/inline"
)

// prime makes package testing read its flags, as at the start of a test program. Only
// [testing.Main] does that. It ends with os.Exit, which becomes a panic in a stateful cell.
func prime() (err error) {
	testing.Init()
	if testing.Testing() || primed {
		return nil
	}
	if os.Getenv("IGBOLAB_LIVING") == "" {
		return errors.New("notebook: tests run in stateful cells only (use go test)")
	}
	if !flag.Parsed() {
		if err := flag.CommandLine.Parse(nil); err != nil {
			return err
		}
	}
	defer func() {
		primed = recover() != nil
		if !primed {
			err = errors.New("notebook: package testing does not run in this process")
		}
	}()
	printedBy(nil, func() { testing.Main(regexp.MatchString, nil, nil, nil) })
	return nil
}

var primed bool

// printedBy runs f with other values of flags and returns the output of package testing, which
// redirects standard output when it starts. begun restores it: a test that never
// ends would keep it redirected.
func printedBy(flags map[string]string, f func()) []byte {
	for name, value := range flags {
		of := flag.Lookup(name).Value
		before := of.String()
		_ = of.Set(value)                     // the value is valid
		defer func() { _ = of.Set(before) }() // it was valid before
	}
	r, w, err := os.Pipe()
	if err != nil {
		inline.End(err)
	}
	text := make(chan []byte, 1)
	go func() {
		all, _ := io.ReadAll(r) // partial output counts too
		_ = r.Close()
		text <- all
	}()
	run(w, f)
	return <-text
}

// run runs f with another standard output, which it closes.
func run(w *os.File, f func()) {
	out, warnings := os.Stdout, os.Stderr
	var once sync.Once
	begun = func() { once.Do(func() { os.Stdout, os.Stderr = out, warnings }) }
	defer w.Close()
	defer begun()
	os.Stdout, os.Stderr = w, w // package testing may warn that there are no tests
	f()
}

// begun restores the standard output.
var begun = func() {}
