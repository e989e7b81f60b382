package boost

import "math/bits"

// sums holds the sums of the derivatives of some rows, and their number.
type sums struct {
	g, h float64
	n    int
}

func (s sums) plus(o sums) sums  { return sums{s.g + o.g, s.h + o.h, s.n + o.n} }
func (s sums) minus(o sums) sums { return sums{s.g - o.g, s.h - o.h, s.n - o.n} }

// bounds holds the range of values that a leaf may have.
type bounds struct{ lower, upper float64 }

// split is the best split of a leaf; its gain is 0 if there is none.
type split struct {
	gain        float64
	column      int
	bin         uint8 // bins up to this one go left
	missingLeft bool
	free        bool // the split separates missing values from all others, so no direction applies
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
			s.empty()
		}
	}
	return found
}

// fill sums the derivatives of the rows by bin. All bins must be 0 before the call.
func (s *grower) fill(bin []uint8, rows []int32) {
	for _, r := range rows {
		b := bin[r]
		s.filled[b>>6] |= 1 << (b & 63)
		at := &s.bins[b]
		at.g += s.g[r]
		at.h += s.h[r]
		at.n++
	}
}

// empty resets the bins to 0.
func (s *grower) empty() {
	for word, mask := range s.filled {
		for ; mask != 0; mask &= mask - 1 {
			s.bins[word<<6|bits.TrailingZeros64(mask)] = sums{}
		}
	}
	s.filled = [4]uint64{}
}

// scan tries the splits of a column at every bin that has rows.
func (s *grower) scan(j int, l *leaf, parent float64, found *split) {
	lacking, left, filled := s.bins[missing], sums{}, s.filled
	filled[missing>>6] &^= 1 << (missing & 63)
	there, fewest, direction := l.sums.n-lacking.n, s.c.MinSamplesLeaf, float64(s.c.direction(j))
	for word, mask := range filled {
		for ; mask != 0; mask &= mask - 1 {
			b := word<<6 | bits.TrailingZeros64(mask)
			at := &s.bins[b]
			left.g, left.h, left.n = left.g+at.g, left.h+at.h, left.n+at.n
			switch {
			case left.n+lacking.n < fewest:
				continue
			case l.sums.n-left.n < fewest:
				return
			}
			free := lacking.n > 0 && left.n == there
			if left.n >= fewest && s.better(l, left, parent, found, direction, free) {
				found.column, found.bin, found.free, found.missingLeft = j, uint8(b), free, lacking.n == 0 && 2*left.n > l.sums.n
			}
			if lacking.n > 0 && there-left.n >= fewest && s.better(l, left.plus(lacking), parent, found, direction, false) {
				found.column, found.bin, found.free, found.missingLeft = j, uint8(b), false, true
			}
		}
	}
}

// better reports whether a split with the sums left is allowed and better than the one in found. If
// so, it updates found.
func (s *grower) better(l *leaf, left sums, parent float64, found *split, direction float64, free bool) bool {
	right := l.sums.minus(left)
	if free {
		direction = 0
	}
	if !(left.h >= s.least && right.h >= s.least) {
		return false
	}
	a, b := left.h+s.c.L2, right.h+s.c.L2
	if l.bounds.hold(left.g, a) && l.bounds.hold(right.g, b) {
		// This avoids a division, because most candidates are rejected here.
		if left.g*left.g*b+right.g*right.g*a <= 2*(found.gain-parent)*(a*b) || direction*(left.g*b-right.g*a) < 0 {
			return false
		}
	}
	v, w := s.value(left, l.bounds), s.value(right, l.bounds)
	if direction*(w-v) < 0 {
		return false
	}
	after := s.score(left, v) + s.score(right, w)
	gain := parent - after
	if gain-found.gain <= -rounding*(parent+after) {
		return false
	}
	found.gain = gain
	return true
}

// hold reports whether the Newton step −g/h is within the bounds.
func (in bounds) hold(g, h float64) bool { return in.lower*h <= -g && -g <= in.upper*h }

// rounding is the fraction of the scores below which a gain, or a difference of gains, is a
// rounding error.
const rounding = 1e-12
