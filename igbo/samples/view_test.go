package samples

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// drawn returns random data: series or a table, with or without mask and weights.
func drawn(r *rand.Rand) Data {
	n, t, d, k := 1+r.IntN(6), 1+r.IntN(3), 1+r.IntN(4), 1+r.IntN(2)
	data := Data{Steps: t, Outputs: k}
	for j := range d {
		data.Features = append(data.Features, string(rune('a'+j)))
	}
	fill := func(n int) []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = r.NormFloat64()
		}
		return list
	}
	data.X, data.Y = fill(n*t*d), fill(n*t*k)
	if r.IntN(2) == 0 {
		data.Weights = slices.Repeat([]float64{0.5, 2, 1}, n)[:n]
	}
	if r.IntN(2) == 0 {
		data.Mask = make([]bool, n*t)
		for i := range data.Mask {
			data.Mask[i] = i%t == 0 || r.IntN(2) == 0
		}
	}
	return data
}

// TestListsInSpaces checks that functions whose lists are in a space do not allocate them on the heap, and give
// the same bits.
func TestListsInSpaces(t *testing.T) {
	const n = 1 << 19
	d := Data{Features: []string{"a", "b"}, Steps: 1, X: make([]float64, 2*n), Y: make([]float64, n)}
	r := rand.New(rand.NewPCG(8, 9))
	for i := range d.X {
		d.X[i], d.Y[i/2] = r.NormFloat64(), r.NormFloat64()
	}
	rows := make([]int, n/2)
	for i := range rows {
		rows[i] = 2 * i
	}
	measure := func(d Data) (u Normalization, targets []float64, heap uint64) {
		var before, after runtime.MemStats
		space := Scratch(d)
		defer space.Close()
		runtime.ReadMemStats(&before)
		u = Standardization(d.View(rows), true)
		targets = d.View(rows).TargetsIn(space)
		v := u.TargetsIn(space, d).Y
		runtime.ReadMemStats(&after)
		return u, []float64{targets[7], v[7]}, after.TotalAlloc - before.TotalAlloc
	}
	u, some, heap := measure(d)
	v, same, less := measure(In(&spool.Space{Least: 1}, d))
	if !reflect.DeepEqual(u, v) || !slices.Equal(some, same) {
		t.Errorf("in a space %v and %v, on the heap %v and %v", v, same, u, some)
	}
	if spool.Supported && (less > n/8 || heap < 8*n) {
		t.Errorf("%d bytes of the heap with a space and %d without, want at most %d and at least %d", less, heap, n/8, 8*n)
	}
}

// TestViewShowsTheData compares every method of views of random rows and columns with the Data, number by number.
func TestViewShowsTheData(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 9))
	for range 300 {
		data := drawn(r)
		must.Do(t, data.Validate())
		numbers, columns := []int(nil), []int(nil)
		if r.IntN(3) > 0 {
			numbers = r.Perm(data.Samples())[:r.IntN(data.Samples()+1)]
		}
		v := data.View(numbers)
		if r.IntN(2) == 0 {
			columns = r.Perm(len(data.Features))[:1+r.IntN(len(data.Features))]
			v = v.Columns(columns)
		}
		chosen, shown := numbers, columns
		if numbers == nil {
			chosen = slices.Sorted(slices.Values(r.Perm(data.Samples())))
		}
		if columns == nil {
			shown = slices.Sorted(slices.Values(r.Perm(len(data.Features))))
		}
		var x, y, w []float64
		for _, n := range chosen {
			for i := n * data.Steps; i < (n+1)*data.Steps; i++ {
				if !data.Valid(i) {
					continue
				}
				for _, j := range shown {
					x = append(x, data.X[i*len(data.Features)+j])
				}
				y = append(y, data.Y[i*data.Targets():(i+1)*data.Targets()]...)
				if data.Weights != nil {
					w = append(w, data.Weights[n])
				}
			}
		}
		check(t, v, shown, x, y, w)
		check(t, v.Data().View(nil), shown, x, y, w)
		taken := data.Take(chosen).View(nil)
		if columns != nil {
			taken = taken.Columns(columns)
		}
		check(t, taken, shown, x, y, w)
	}
}

func check(t *testing.T, v View, columns []int, x, y, w []float64) {
	t.Helper()
	d, k := len(columns), v.Outputs()
	if v.Rows() != len(y)/k || v.Width() != d || len(v.Features()) != d {
		t.Fatalf("%d rows of %d columns %q, want %d of %d", v.Rows(), v.Width(), v.Features(), len(y)/k, d)
	}
	if !slices.Equal(v.Inputs(), x) || !slices.Equal(v.Targets(), y) || !slices.Equal(v.Weights(), w) {
		t.Fatalf("inputs %v, targets %v and weights %v, want %v, %v and %v", v.Inputs(), v.Targets(), v.Weights(), x, y, w)
	}
	for j := range d {
		if v.Width() == d && v.Rows() > 0 && v.Column(nil, j)[v.Rows()-1] != x[len(x)-d+j] {
			t.Fatalf("column %d ends with %v, want %g", j, v.Column(nil, j), x[len(x)-d+j])
		}
	}
	for i := range v.Rows() {
		if !slices.Equal(v.Row(i, nil), x[i*d:(i+1)*d]) || v.Target(i, k-1) != y[i*k+k-1] {
			t.Fatalf("row %d: %v and %g, want %v and %g", i, v.Row(i, nil), v.Target(i, k-1), x[i*d:(i+1)*d], y[i*k+k-1])
		}
		if want := 1.0; w == nil && v.Weight(i) != want || w != nil && v.Weight(i) != w[i] {
			t.Fatalf("row %d has weight %g, the weights are %v", i, v.Weight(i), w)
		}
	}
}

// TestViewDoesNotCopy writes to the Data and reads the new numbers from the views.
func TestViewDoesNotCopy(t *testing.T) {
	data := Data{Features: []string{"a", "b"}, Steps: 1, X: []float64{1, 2, 3, 4}, Y: []float64{5, 6}, Weights: []float64{1, 2}}
	all, some, one := data.View(nil), data.View([]int{1}), data.View([]int{1}).Columns([]int{1})
	data.X[3], data.Y[1], data.Weights[1] = 40, 60, 20
	for _, v := range []float64{all.Inputs()[3], all.Targets()[1], all.Weights()[1]} {
		if v != 40 && v != 60 && v != 20 {
			t.Errorf("a view of all rows has %g, want the number of the data", v)
		}
	}
	if x := some.Row(0, nil); &x[0] != &data.X[2] {
		t.Error("a row with all columns is a copy")
	}
	if x := one.Row(0, nil); len(x) != 1 || x[0] != 40 || some.Target(0, 0) != 60 || some.Weight(0) != 20 {
		t.Errorf("row %v of a column, target %g and weight %g, want those of the data", x, some.Target(0, 0), some.Weight(0))
	}
	buffer := make([]float64, 0, 1)
	if n := testing.AllocsPerRun(10, func() { buffer = one.Row(0, buffer); some.Row(0, nil) }); n != 0 {
		t.Errorf("reading a row makes %g allocations, want none", n)
	}
	if both := data.View(nil).Columns([]int{1, 0}).Columns([]int{1}); !slices.Equal(both.Features(), []string{"a"}) {
		t.Errorf("column 1 of the columns 1 and 0 is %q, want a", both.Features())
	}
}

// TestLateLeavesOutTheBurnIn compares the rows of a late view with the steps that count.
func TestLateLeavesOutTheBurnIn(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	for range 100 {
		data := drawn(r)
		burnIn, late := r.IntN(data.Steps+1), []float64(nil)
		v := data.View(nil).Late(burnIn)
		for i := range data.Rows() {
			if data.Counts(i, burnIn) {
				if n := len(late); v.Sample(n) != i/data.Steps {
					t.Fatalf("row %d is of sample %d, want %d", n, v.Sample(n), i/data.Steps)
				}
				late = append(late, float64(i))
			}
		}
		numbers := make([]float64, data.Rows())
		for i := range numbers {
			numbers[i] = float64(i)
		}
		if got := v.Of(numbers, 1); !slices.Equal(got, late) || v.Rows() != len(late) {
			t.Fatalf("%d rows %v after a burn-in of %d, want %v", v.Rows(), got, burnIn, late)
		}
	}
}

// TestAppendJoinsParts checks that appending the parts of random data gives the data.
func TestAppendJoinsParts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 100 {
		data, joined := drawn(r), Data{}
		for from, n := 0, data.Samples(); from < n; {
			to := from + 1 + r.IntN(n-from)
			joined = joined.Append(data.Part(from, to))
			from = to
		}
		if !reflect.DeepEqual(joined, data) {
			t.Fatalf("parts joined are %+v, want %+v", joined, data)
		}
	}
}

// TestTakeCopies writes to the result of Take and checks that the data do not change.
func TestTakeCopies(t *testing.T) {
	data := Data{Features: []string{"a"}, Steps: 2, X: []float64{1, 2, 3, 4}, Y: []float64{5, 6, 7, 8}, Mask: []bool{true, true, true, false}}
	copied := data.Take([]int{1, 1, 0})
	if !slices.Equal(copied.X, []float64{3, 4, 3, 4, 1, 2}) || !slices.Equal(copied.Mask, []bool{true, false, true, false, true, true}) || copied.Weights != nil {
		t.Errorf("samples 1, 1 and 0 are %+v", copied)
	}
	copied.X[0], copied.Y[0], copied.Mask[0] = 0, 0, false
	if !slices.Equal(data.X, []float64{1, 2, 3, 4}) || !slices.Equal(data.Y, []float64{5, 6, 7, 8}) || !data.Mask[2] {
		t.Errorf("writing to a copy changes the data to %+v", data)
	}
}
