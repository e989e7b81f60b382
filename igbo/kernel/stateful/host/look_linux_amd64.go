package host

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"sync"
	"time"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	"github.com/igbolab/igbolab/igbo/notebook/value"
)

// The panel of variables reads variables between cells. It calls no code of cells and reads no map that a goroutine may write. A cell that
// is about to run waits at most for the variable that is being read.

// Limits of a look.
const (
	lookLimit    = 200 * time.Millisecond // for all values; further variables only get their types
	stopLimit    = 500 * time.Millisecond
	lookAgain    = 5 * time.Millisecond
	lookWalk     = 20_000 // values visited to compute a size
	mostParts    = 1000   // parts in an answer
	mostKeys     = 10_000 // keys of a map that are sorted
	mostKeySpace = 16 << 20
	deepestPath  = 100
)

// looking is locked while variables are read.
var looking sync.Mutex

// stopLooking waits until no variable is being read. Readers stop when a cell is about to run.
func stopLooking() {
	for until := time.Now().Add(stopLimit); !looking.TryLock(); time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			return
		}
	}
	looking.Unlock()
}

// looker reads variables.
type looker struct {
	until   time.Time
	wild    bool // goroutines are running that may change variables
	checked time.Time
}

// look answers a Look order. If a cell runs, it refuses with an empty text.
func look(o message.Order) (a message.Answer) {
	looking.Lock()
	defer looking.Unlock()
	defer func() {
		if r := recover(); r != nil {
			a = message.Answer{ID: o.ID, End: message.Refused, Text: fmt.Sprint(r)}
		}
	}()
	debug.SetPanicOnFault(true)
	a = message.Answer{ID: o.ID, End: message.Done, Values: []message.Value{}}
	l := looker{until: time.Now().Add(lookLimit)}
	if o.Parts != nil {
		a.Values = l.parts(addressable(typeAt(o.Variables[0].Type), pointer(o.Variables[0].Address)), *o.Parts)
	} else {
		for _, v := range o.Variables {
			if running.Load() != nil {
				break
			}
			a.Values = append(a.Values, l.describe(v.Name, addressable(typeAt(v.Type), pointer(v.Address))))
		}
	}
	if running.Load() != nil {
		return message.Answer{ID: o.ID, End: message.Refused}
	}
	return a
}

// readable reports whether a value can be read now. While goroutines run, only values in one block of memory can. Timers and pages start
// goroutines at any time, so it checks again for each value, and before each map: reading a map while it is written ends the process.
func (l *looker) readable(t reflect.Type, isMap bool) bool {
	if now := time.Now(); isMap || now.Sub(l.checked) > lookAgain {
		l.wild, l.checked = wild(), now
	}
	return !l.wild || flat(t)
}

// describe returns a description of a value.
func (l *looker) describe(name string, v reflect.Value) (d message.Value) {
	d.Name = name
	defer func() {
		if r := recover(); r != nil {
			d.Text = fmt.Sprintf("(cannot be shown: %v)", r)
		}
	}()
	t := v.Type()
	d.Type, d.Bytes = value.TypeName(t), int64(t.Size())
	switch {
	case !l.readable(t, false):
		d.Text = "(not read while a goroutine runs)"
		return d
	case time.Now().After(l.until):
		d.Text = "(not read: there are too many values)"
		return d
	}
	if t.Kind() == reflect.Interface && !v.IsNil() {
		d.Type += " holding " + value.TypeName(v.Elem().Type())
	}
	w := walk{left: lookWalk, seen: map[unsafe.Pointer]bool{}}
	d.Bytes += w.beyond(v)
	d.Text = value.Brief(v)
	d.Shape, d.Parts = shapeOf(v), count(within(v))
	return d
}

// inside returns the value that contains the parts of v, and whether it can be read now.
func (l *looker) inside(v reflect.Value) (in reflect.Value, ok bool) {
	if !l.readable(v.Type(), false) {
		return v, false
	}
	v = within(v)
	return v, l.readable(v.Type(), v.Kind() == reflect.Map)
}

// parts describes parts of a value.
func (l *looker) parts(v reflect.Value, p message.Parts) []message.Value {
	if len(p.Path) > deepestPath {
		panic(fmt.Errorf("the path of the value is too long (max %d parts)", deepestPath))
	}
	v, ok := l.inside(v)
	for _, name := range p.Path {
		if !ok {
			return nil
		}
		part, found := find(v, name)
		if !found {
			panic(fmt.Errorf("part %s not found", name))
		}
		v, ok = l.inside(part)
	}
	if !ok {
		return nil
	}
	from := max(p.Start, 0)
	to := min(count(v), from+min(max(p.Count, 0), mostParts))
	all := []message.Value{}
	of := newParter(v)
	for i := from; i < to && running.Load() == nil; i++ {
		if name, part, ok := of.part(i); ok {
			all = append(all, l.describe(name, part))
		}
	}
	return all
}
