package host

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// deepestStack is the maximum size of a goroutine's stack in bytes. Infinite recursion is found within a second or two. With Go's default
// limit of 1 GB, that takes ten times as long.
const deepestStack = 128 << 20

// Main executes orders until the input ends. The facts are what the compiler printed about the runtime's structs.
func Main(facts map[string]uint64) {
	orders, answers := os.NewFile(3, "orders"), os.NewFile(4, "answers")
	debug.SetMaxStack(deepestStack)
	syscall.CloseOnExec(3)
	syscall.CloseOnExec(4)
	var mu sync.Mutex
	encoder := json.NewEncoder(answers)
	answer := func(a message.Answer) {
		mu.Lock()
		defer mu.Unlock()
		a.Tables = freshTables()
		if encoder.Encode(a) != nil {
			syscall.Exit(1) // the kernel has ended
		}
	}
	if err := errors.Join(alike(facts), reserve(), catchInterrupts()); err != nil {
		answer(message.Answer{End: message.Refused, Text: err.Error()})
		syscall.Exit(1)
	}
	answer(message.Answer{Low: uint64(space.low), High: uint64(space.high)})
	in := bufio.NewReaderSize(orders, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			syscall.Exit(0)
		}
		var o message.Order
		if err := json.Unmarshal(line, &o); err != nil {
			answer(message.Answer{End: message.Refused, Text: err.Error()})
			continue
		}
		switch o.Do {
		case message.Run:
			go begin(o).execute(answer)
		case message.Interrupt:
			if e := running.Load(); e != nil {
				go func() {
					if !e.notify() {
						e.interrupt(message.Answer{End: message.Abandoned})
					}
				}()
			}
		case message.Arrange:
			answer(arrange(o))
		case message.Describe:
			go answer(message.Answer{ID: o.ID, Values: describe(o.Variables)})
		case message.Look:
			go answer(look(o))
		case message.Save:
			go func() {
				saved, looked := save(o)
				answer(message.Answer{ID: o.ID, Saved: saved, Looked: looked})
			}()
		case message.Restore:
			go func() { answer(message.Answer{ID: o.ID, End: message.Done, Faults: restore(o)}) }()
		}
	}
}

// flush waits until displayed and printed data have arrived.
func flush(id int) {
	shown := make(chan struct{})
	go func() {
		gonbui.Sync()
		close(shown)
	}()
	select {
	case <-shown:
	case <-time.After(2 * time.Second):
	}
	for _, stream := range []int{1, 2} {
		_, _ = syscall.Write(stream, []byte(message.Mark(id)))
	}
}
