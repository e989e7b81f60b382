package stateful

import (
	"strings"
)

// causes maps messages of the runtime and of the system to their causes. The first entry whose text is found counts.
var causes = []struct{ text, why string }{
	{"concurrent map", "two goroutines used a map at the same time: guard it with a sync.Mutex"},
	{"stack overflow", "a function called itself without end"},
	{"of unlocked", "the cell unlocked a mutex that was not locked"},
	{"negative WaitGroup", "Done was called more often than Add allows on a WaitGroup"},
	{"out of memory", "the cell used more memory than the machine has"},
	{"cannot allocate memory", "the cell used more memory than the machine has"},
	{"signal: killed", "the system ended the process, most often because memory ran out"},
	{"all goroutines are asleep", "each goroutine waits for something that never happens, for example on a channel or a mutex"},
	{"unexpected signal", "code that breaks Go's memory rules, for example with package unsafe, damaged memory"},
	{"found bad pointer", "code that breaks Go's memory rules, for example with package unsafe, damaged memory"},
}

// explained returns a message of the runtime or the system, followed by its cause if the cause is known.
func explained(text string) string {
	for _, c := range causes {
		if strings.Contains(text, c.text) {
			return text + " (" + c.why + ")"
		}
	}
	return text
}
