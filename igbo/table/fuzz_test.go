package table

import (
	"context"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// FuzzNumber: a number is what strconv makes of it.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1", "-0", "+.5", "5.", ".", "-", "1e5", "123456789012345", "0.000000000000001", "1234567890123456", "9007199254740993", "9007199254740993.0", "1.2.3", "1_0", "inf", "0x1p3", "nan", "99999999999999.9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := strconv.ParseFloat(s, 64)
		isDecimal := err == nil && math.Abs(want) <= largest && !strings.ContainsAny(s, "xXpP_") && (strings.ContainsAny(s, ".eE") || exactly(s))
		got, ok := number(s)
		if ok != isDecimal || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q: %g, %t, want %g, %t", s, got, ok, want, isDecimal)
		}
	})
}

// exactly tells whether an integer is within ±2⁵³.
func exactly(s string) bool {
	i, ok := new(big.Int).SetString(s, 10)
	return ok && i.CmpAbs(big.NewInt(1<<53)) <= 0
}

// FuzzRead: never a panic; what is read has whole columns of finite numbers, the same in
// small blocks, and what is not is refused in the package's name.
func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add(birds)
	for _, text := range bad {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(text), DefaultReadOptions())
		if err != nil {
			if !strings.HasPrefix(err.Error(), "table: f.csv: ") {
				t.Fatalf("error %v", err)
			}
			return
		}
		for _, c := range table.Columns {
			if len(c.Values) != table.Rows() || c.Name == "" {
				t.Fatalf("column %q of %d cells, %d rows", c.Name, len(c.Values), table.Rows())
			}
			for _, v := range c.Values {
				if math.IsInf(v, 0) || c.Kind == Category && v == v && c.Categories[int(v)] == "" {
					t.Fatalf("%q holds %g", c.Name, v)
				}
			}
		}
		if again, err := inBlocks(text, 5); err != nil || !reflect.DeepEqual(again.lines, table.lines) || !same(again, table) {
			t.Fatalf("in small blocks: %v\n%+v\n%+v", err, again, table)
		}
	})
}

// FuzzEncoding: whatever stands in table.json, it is an encoding, which a table is read with or
// refused, or it is refused in the package's name, without a panic.
func FuzzEncoding(f *testing.F) {
	data := read(f, birds)
	for _, spec := range []Spec{DefaultSpec("mass"), {Target: "sex", Missing: DropRow, MissingTarget: DropRow, Dates: []DatePart{Days}, Longer: DefaultSpec("").Longer}} {
		e, err := Fit(data, nil, spec)
		if err != nil {
			f.Log(err)
			continue
		}
		text, err := e.MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"format": 1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var e Encoding
		err := e.UnmarshalJSON(text)
		if err == nil {
			_, err = e.Encode(data, nil)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "table: ") {
			t.Fatalf("error %v", err)
		}
	})
}
