package widget

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"sync"
)

// known holds the models that pages have opened, and the queue of lines from pages.
var known struct {
	sync.Mutex
	models  map[string]*Model
	queue   []Line
	serving bool
	about   string // the page's message that is being handled
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

// receive queues a line from the kernel. It does not wait until the line is handled.
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

// serve handles lines from pages until the queue is empty. If an interrupt ends the goroutine,
// another one handles the remaining lines.
func serve() {
	ended := false
	defer func() {
		if ended {
			return
		}
		known.Lock()
		defer known.Unlock()
		if known.serving = len(known.queue) > 0; known.serving {
			go serve()
		}
	}()
	for {
		known.Lock()
		batch := known.queue
		known.queue = nil
		if len(batch) == 0 {
			known.serving, ended = false, true
			known.Unlock()
			return
		}
		known.Unlock()
		handle(batch)
	}
}

// handle handles a batch of lines. If a widget has several new values, only the last one counts.
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

// guarded calls a user function and recovers from a panic, which would otherwise end the process
// and lose all its values.
func guarded(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(os.Stderr, "widget: panic: %v\n%s", r, debug.Stack())
		}
	}()
	f()
}
