package parts

import (
	"cmp"
	"fmt"
	"math/bits"

	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/samples"
)

// Subset returns the samples of these numbers, series whole, in a space.
func Subset(space *spool.Space, d samples.Data, rows []int) (s samples.Data, err error) {
	s = d
	var errs [4]error
	s.X, errs[0] = taken(space, d.X, d.Steps*len(d.Features), rows)
	s.Y, errs[1] = taken(space, d.Y, d.Steps*max(d.Outputs, 1), rows)
	s.Mask, errs[2] = taken(space, d.Mask, d.Steps, rows)
	s.Weights, errs[3] = taken(space, d.Weights, 1, rows)
	if err := cmp.Or(errs[:]...); err != nil {
		return samples.Data{}, fmt.Errorf("verdict: %w", err)
	}
	return s, nil
}

// taken is fold.Take in a space.
func taken[E spool.Number](space *spool.Space, from []E, width int, rows []int) ([]E, error) {
	if from == nil {
		return nil, nil
	}
	to, err := spool.Make[E](space, len(rows)*width)
	return fold.TakeTo(to[:0], from, width, rows[:len(to)/max(width, 1)]), err
}

// Moved is a list in a space; on the heap it stays where it is.
func Moved(space *spool.Space, list []int) ([]int, error) {
	if space == nil {
		return list, nil
	}
	to, err := spool.Make[int](space, len(list))
	if err != nil {
		return nil, fmt.Errorf("verdict: %w", err)
	}
	copy(to, list)
	return to, nil
}

// numbers are numbers from 0 in ascending order, one bit each; nil are all.
type numbers []uint64

func numbersOf(list []int) numbers {
	if list == nil {
		return nil
	}
	set := numbers{}
	for _, i := range list {
		for i/64 >= len(set) {
			set = append(set, 0)
		}
		set[i/64] |= 1 << (i % 64)
	}
	return set
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
		return nil, fmt.Errorf("verdict: %w", err)
	}
	list = list[:0]
	for i := range 64 * len(s) {
		if s[i/64]>>(i%64)&1 == 1 {
			list = append(list, i)
		}
	}
	return list, nil
}
