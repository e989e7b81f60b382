package table

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// widestDecimal is the maximum number of bytes of a decimal: 32 bytes hold 76 digits, as in Arrow.
const widestDecimal = 32

// mostExact is the largest power of ten that a float64 represents exactly.
const mostExact = 22

// decimals returns the reader of integers in units of 10^-scale. Each number is rounded once, as its digits in CSV are.
func decimals(t parquet.Type, scale int) (reader, error) {
	if scale < 0 || scale > 10*widestDecimal {
		return nil, fmt.Errorf("its type is %s, but the scale must be from 0 to %d", t, 10*widestDecimal)
	}
	unit := math.Pow10(min(scale, mostExact))
	short := func(units int64) (float64, error) {
		if scale <= mostExact && units >= -cell.Exact && units <= cell.Exact {
			return float64(units) / unit, nil
		}
		return decimal(big.NewInt(units), scale)
	}
	switch kind := t.Kind(); {
	case kind == parquet.Int32:
		return func(v parquet.Value) (float64, error) { return short(int64(v.Int32())) }, nil
	case kind == parquet.Int64:
		return func(v parquet.Value) (float64, error) { return short(v.Int64()) }, nil
	case kind == parquet.ByteArray, kind == parquet.FixedLenByteArray && t.Length() > 0 && t.Length() <= widestDecimal:
		return func(v parquet.Value) (float64, error) {
			units, err := twosComplement(v.ByteArray())
			if err != nil {
				return 0, err
			}
			if units.IsInt64() {
				return short(units.Int64())
			}
			return decimal(units, scale)
		}, nil
	}
	return nil, unsupported(t)
}

// twosComplement reads a signed integer, the most significant byte first.
func twosComplement(b []byte) (*big.Int, error) {
	if len(b) == 0 || len(b) > widestDecimal {
		return nil, fmt.Errorf("a decimal number has %d bytes, want 1 to %d", len(b), widestDecimal)
	}
	v := new(big.Int).SetBytes(b)
	if b[0] >= 0x80 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return v, nil
}

// decimal returns units·10^-scale, computed from the digits.
func decimal(units *big.Int, scale int) (float64, error) {
	digits, sign := new(big.Int).Abs(units).String(), ""
	if units.Sign() < 0 {
		sign = "-"
	}
	if scale > 0 {
		digits = strings.Repeat("0", max(0, scale+1-len(digits))) + digits
		digits = digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
	}
	v, ok := cell.ParseNumber(sign + digits)
	if !ok {
		return 0, fmt.Errorf("%s%s is too large (max ±2⁵³, up to which integers are exact)", sign, digits)
	}
	return v, nil
}
