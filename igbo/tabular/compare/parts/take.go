package parts

import (
	"encoding/binary"
	"fmt"
	"hash"
	"math/bits"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// numbers is a set of numbers from 0, one bit each; nil contains all.
type numbers []uint64

// numbersOf returns the numbers of a list as a set in a space; nil is the heap.
func numbersOf(space *spool.Space, list []int) (numbers, error) {
	if list == nil {
		return nil, nil
	}
	words := 0
	for _, i := range list {
		words = max(words, i/64+1)
	}
	set, err := spool.Make[uint64](space, words)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	for _, i := range list {
		set[i/64] |= 1 << (i % 64)
	}
	return set, nil
}

// hash writes the number of words, and the words.
func (s numbers) hash(h hash.Hash) {
	buffer := binary.LittleEndian.AppendUint64(nil, uint64(len(s)))
	for words := range slices.Chunk(s, 1<<13) {
		for _, word := range words {
			buffer = binary.LittleEndian.AppendUint64(buffer, word)
		}
		h.Write(buffer)
		buffer = buffer[:0]
	}
	h.Write(buffer) // no words are left
}

func (s numbers) list(space *spool.Space) ([]int, error) {
	if s == nil {
		return nil, nil
	}
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	list, err := spool.Make[int](space, n)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	list = list[:0]
	for i := range 64 * len(s) {
		if s[i/64]>>(i%64)&1 == 1 {
			list = append(list, i)
		}
	}
	return list, nil
}
