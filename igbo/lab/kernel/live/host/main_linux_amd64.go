package host

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// Main obeys orders until there are no more.
func Main() {
	orders, answers := os.NewFile(3, "orders"), os.NewFile(4, "answers")
	syscall.CloseOnExec(3)
	syscall.CloseOnExec(4)
	var mu sync.Mutex
	encoder := json.NewEncoder(answers)
	answer := func(a message.Answer) {
		mu.Lock()
		defer mu.Unlock()
		a.Tables = freshTables()
		if encoder.Encode(a) != nil {
			syscall.Exit(1) // the kernel is gone
		}
	}
	if err := errors.Join(reserve(), catchInterrupts()); err != nil {
		answer(message.Answer{End: message.Refused, Text: err.Error()})
		syscall.Exit(1)
	}
	answer(message.Answer{Low: uint64(room.low), High: uint64(room.high)})
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
				go e.interrupt(message.Answer{End: message.Abandoned})
			}
		case message.Describe:
			go answer(message.Answer{ID: o.ID, Values: describe(o.Variables)})
		}
	}
}

// flush lets what was displayed and printed arrive.
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
