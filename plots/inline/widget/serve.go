package widget

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"sync"
)

// known are the models that pages know, and what pages have sent.
var known struct {
	sync.Mutex
	models  map[string]*Model
	queue   []Line
	serving bool
	about   string // the message of the page that is handled
}

func keep(m *Model) {
	known.Lock()
	defer known.Unlock()
	if known.models == nil {
		known.models = map[string]*Model{}
	}
	known.models[m.id] = m
}

func drop(id string) {
	known.Lock()
	defer known.Unlock()
	delete(known.models, id)
}

func model(id string) *Model {
	known.Lock()
	defer known.Unlock()
	return known.models[id]
}

// receive takes a line of the kernel, without waiting until it is handled.
func receive(text string) {
	var l Line
	if json.Unmarshal([]byte(text), &l) != nil {
		return // not from this kernel
	}
	known.Lock()
	defer known.Unlock()
	known.queue = append(known.queue, l)
	if !known.serving {
		known.serving = true
		go serve()
	}
}

// serve handles what pages have sent until nothing is left. An interrupt may end the goroutine; the next line starts another.
func serve() {
	defer func() {
		known.Lock()
		known.serving = false
		known.Unlock()
	}()
	for {
		known.Lock()
		batch := known.queue
		known.queue = nil
		if len(batch) == 0 {
			known.serving = false
			known.Unlock()
			return
		}
		known.Unlock()
		handle(batch)
	}
}

// handle handles lines that have come together: of several values of a widget, the last one counts.
func handle(batch []Line) {
	defer func() {
		setAbout("")
		for _, l := range batch {
			send(Line{Kind: Done, About: l.About})
		}
	}()
	var follow []*func()
	for _, l := range batch {
		setAbout(l.About)
		for _, f := range answer(l) {
			if !slices.Contains(follow, f) {
				follow = append(follow, f)
			}
		}
	}
	for _, f := range follow {
		guarded(*f)
	}
}

func setAbout(id string) {
	known.Lock()
	defer known.Unlock()
	known.about = id
}

// guarded calls a function of the user. A panic would end the process, and all values with it.
func guarded(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(os.Stderr, "widget: panic: %v\n%s", r, debug.Stack())
		}
	}()
	f()
}
