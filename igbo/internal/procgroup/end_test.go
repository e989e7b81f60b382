package procgroup

import (
	"os"
	"slices"
	"testing"
)

func runs(pid, parent int) member { return member{Process: Process{PID: pid, Parent: parent}} }

func ended(m member) member { m.Ended = true; return m }

func marked(m member) member { m.marked = true; return m }

// TestHunt checks that a session has ended exactly when two looks find none of its processes.
func TestHunt(t *testing.T) {
	const init, root, kernel, cell, child, stranger = 1, 100000, 100001, 100002, 100003, 100004
	type look struct {
		all  []member
		left []int
		sure bool
	}
	others := []member{runs(init, 0), runs(stranger, init), runs(os.Getpid(), root)}
	for name, looks := range map[string][]look{
		"nothing": {{}, {sure: true}},
		"a cell whose kernel has just ended": {
			{all: []member{runs(root, init), ended(runs(kernel, root)), runs(cell, kernel)}, left: []int{cell}},
			{all: []member{runs(root, init)}}, {all: []member{runs(root, init)}, sure: true}},
		"a cell that is read before its kernel ends": {
			{all: []member{runs(root, init), runs(cell, kernel)}},
			{all: []member{runs(root, init), runs(cell, root)}, left: []int{cell}},
			{all: []member{runs(root, init)}}, {all: []member{runs(root, init)}, sure: true}},
		"and again before its next parent does": {
			{all: []member{runs(root, init), runs(cell, kernel)}},
			{all: []member{runs(root, init), runs(cell, child)}},
			{all: []member{runs(root, init), runs(cell, root)}, left: []int{cell}}},
		"a child that the list of the look before did not have": {
			{all: []member{runs(root, init), ended(runs(cell, root))}},
			{all: []member{runs(root, init), runs(child, root)}, left: []int{child}}},
		"a mark that cannot be read any more": {
			{all: []member{marked(runs(cell, init)), runs(child, cell)}, left: []int{cell, child}},
			{all: []member{ended(runs(cell, init)), runs(child, cell)}, left: []int{child}}},
		"a number that is given to another": {
			{all: []member{marked(runs(cell, init))}, left: []int{cell}},
			{all: []member{runs(cell, init), runs(child, cell)}}},
		"parents that the system hides": {
			{all: []member{runs(kernel, child), runs(cell, child)}}, {all: []member{runs(kernel, child), runs(cell, child)}, sure: true}},
	} {
		t.Run(name, func(t *testing.T) {
			h := hunt{root: root}
			for i, l := range looks {
				left, sure := h.look(append(slices.Clone(others), l.all...))
				if !slices.Equal(left, l.left) || sure != l.sure {
					t.Errorf("look %d: %v, %v, want %v, %v", i+1, left, sure, l.left, l.sure)
				}
			}
		})
	}
}
