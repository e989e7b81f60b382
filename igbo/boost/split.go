package boost

import "math/bits"

// sums are the derivatives of some rows and their number.
type sums struct {
	g, h float64
	n    int
}

func (s sums) plus(o sums) sums  { return sums{s.g + o.g, s.h + o.h, s.n + o.n} }
func (s sums) minus(o sums) sums { return sums{s.g - o.g, s.h - o.h, s.n - o.n} }

// bounds hold the values that a leaf may have.
type bounds struct{ lower, upper float64 }

// split is the best way to part a leaf; its gain is 0 if there is none.
type split struct {
	gain        float64
	column      int
	bin         uint8 // bins up to this one go left
	missingLeft bool
	free        bool // the split parts missing values from all others, which no direction concerns
}

// value returns the Newton step of a leaf within its bounds.
func (s *grower) value(of sums, in bounds) float64 {
	return max(in.lower, min(in.upper, -of.g/(of.h+s.c.L2)))
}

// score returns the approximated change of the loss if a leaf takes the value v.
func (s *grower) score(of sums, v float64) float64 { return of.g*v + (of.h+s.c.L2)*v*v/2 }

// best finds the best split of a leaf.
func (s *grower) best(l *leaf) (found split) {
	if l.sums.n < 2*s.c.MinSamplesLeaf {
		return found
	}
	parent := s.score(l.sums, s.value(l.sums, l.bounds))
	for j := range s.columns {
		if s.columns[j].bin != nil {
			s.fill(s.columns[j].bin, s.rows[l.from:l.to])
			s.scan(j, l, parent, &found)
		}
	}
	return found
}

// fill adds up the derivatives of rows by bin.
func (s *grower) fill(bin []uint8, rows []int32) {
	s.filled = [4]uint64{}
	for _, r := range rows {
		b := bin[r]
		if word, bit := &s.filled[b>>6], uint64(1)<<(b&63); *word&bit == 0 {
			*word |= bit
			s.bins[b] = sums{s.g[r], s.h[r], 1}
			continue
		}
		at := &s.bins[b]
		at.g += s.g[r]
		at.h += s.h[r]
		at.n++
	}
}

// scan tries the splits of a column at every bin that has rows.
func (s *grower) scan(j int, l *leaf, parent float64, found *split) {
	var lacking, left sums
	if s.filled[3]>>63 == 1 {
		lacking = s.bins[missing]
		s.filled[3] &^= 1 << 63
	}
	there := l.sums.n - lacking.n
	for word, mask := range s.filled {
		for ; mask != 0; mask &= mask - 1 {
			b := uint8(word<<6 | bits.TrailingZeros64(mask))
			left = left.plus(s.bins[b])
			right := l.sums.minus(left)
			try := split{column: j, bin: b, missingLeft: left.n > right.n}
			if lacking.n > 0 {
				try.missingLeft, try.free = false, left.n == there
			}
			s.try(try, left, right, l.bounds, parent, found)
			if lacking.n > 0 {
				try.missingLeft = true
				s.try(try, left.plus(lacking), right.minus(lacking), l.bounds, parent, found)
			}
		}
	}
}

// try keeps a split if it is allowed and better than the one found.
func (s *grower) try(t split, left, right sums, in bounds, parent float64, found *split) {
	if min(left.n, right.n) < s.c.MinSamplesLeaf || !(min(left.h, right.h) >= s.least) {
		return
	}
	l, r := s.value(left, in), s.value(right, in)
	if direction := float64(s.c.direction(t.column)); !t.free && direction*(r-l) < 0 {
		return
	}
	a, b := s.score(left, l), s.score(right, r)
	t.gain = parent - a - b
	if t.gain > found.gain && t.gain > -rounding*(parent+a+b) {
		*found = t
	}
}

// rounding is the part of the scores below which a gain is an error of rounding.
const rounding = 1e-12
