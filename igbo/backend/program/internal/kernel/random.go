package kernel

import (
	"encoding/binary"
	"math/rand/v2"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// lowerRandom returns the task of RNGBitGenerator. The random bits are the words of a rand.PCG in little-endian order.
// The state has three words, and the first two seed the generator. Like the wrapped backend, the task takes the first
// two words of the next state from the generator's binary encoding, read in little-endian order. The third word does
// not change.
func lowerRandom(n *record.Node) task.Task {
	of, state, out := n.Attr.(record.Random), n.Inputs[0].ID, n.ID
	words := (of.Bytes + 7) / 8
	run := func(p []unsafe.Pointer, _, _ int) {
		from := task.View[uint64](p[state], 3)
		rng := rand.NewPCG(from[0], from[1])
		if !of.Next {
			fillRandom(rng, task.View[byte](p[out], of.Bytes))
			return
		}
		for range words {
			rng.Uint64()
		}
		var space [32]byte
		code, _ := rng.AppendBinary(space[:0]) // "pcg:" and two words; never fails
		to := task.View[uint64](p[out], 3)
		to[0], to[1], to[2] = binary.LittleEndian.Uint64(code[4:]), binary.LittleEndian.Uint64(code[12:]), from[2]
	}
	return task.Task{Run: run, Units: 1, Cost: task.CallCost + 2*float64(words)}
}

// fillRandom fills a slice with random words in little-endian order.
func fillRandom(rng *rand.PCG, to []byte) {
	for ; len(to) >= 8; to = to[8:] {
		binary.LittleEndian.PutUint64(to, rng.Uint64())
	}
	if len(to) > 0 {
		var last [8]byte
		binary.LittleEndian.PutUint64(last[:], rng.Uint64())
		copy(to, last[:])
	}
}
