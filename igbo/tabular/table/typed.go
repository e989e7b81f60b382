package table

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// reader converts a value of a Parquet column to a number.
type reader func(v parquet.Value) (float64, error)

// topLevel returns the schema elements of the columns, in the file's order. The library drops the annotation of half-precision floats, and
// treats unknown types as columns of nulls.
func topLevel(schema []format.SchemaElement) (elements []*format.SchemaElement) {
	for at := 1; at < len(schema); {
		elements = append(elements, &schema[at])
		for open := 1; open > 0 && at < len(schema); at++ {
			open += int(max(schema[at].NumChildren.V, 0)) - 1
		}
	}
	return elements
}

// typed returns the kind of a type, and the function that converts its values to numbers.
func (f *field) typed(t parquet.Type, element *format.SchemaElement) (cell.Kind, reader, error) {
	var logical format.LogicalTypeValue
	if _, is := element.LogicalType.Value.(*format.Float16Type); is && t.Kind() == parquet.FixedLenByteArray && t.Length() == 2 {
		return cell.Number, half, nil
	}
	if l := t.LogicalType(); l != nil {
		logical = l.Value
	}
	switch l := logical.(type) {
	case *format.DateType:
		return cell.Date, func(v parquet.Value) (float64, error) { return float64(v.Int32()) * cell.Day, nil }, nil
	case *format.TimestampType:
		if l.Unit.Value != nil {
			return stamps(l.Unit.Value.Duration())
		}
	case *format.DecimalType:
		of, err := decimals(t, int(l.Scale))
		return cell.Number, of, err
	case nil, *format.StringType, *format.EnumType, *format.IntType:
	default:
		return "", nil, unsupported(t)
	}
	if c := t.ConvertedType(); logical == nil && c != nil {
		switch *c {
		case deprecated.Date:
			return cell.Date, func(v parquet.Value) (float64, error) { return float64(v.Int32()) * cell.Day, nil }, nil
		case deprecated.TimestampMillis:
			return stamps(time.Millisecond)
		case deprecated.TimestampMicros:
			return stamps(time.Microsecond)
		case deprecated.Decimal, deprecated.Interval, deprecated.Bson:
			return "", nil, unsupported(t)
		}
	}
	return f.physical(t, logical)
}

// physical returns the reader of a type without a logical type that changes its values.
func (f *field) physical(t parquet.Type, logical format.LogicalTypeValue) (cell.Kind, reader, error) {
	signed := true
	if i, ok := logical.(*format.IntType); ok {
		signed = i.IsSigned
	}
	switch t.Kind() {
	case parquet.Boolean:
		return cell.Boolean, func(v parquet.Value) (float64, error) {
			if v.Boolean() {
				return 1, nil
			}
			return 0, nil
		}, nil
	case parquet.Int32:
		return cell.Number, func(v parquet.Value) (float64, error) {
			if !signed {
				return float64(v.Uint32()), nil
			}
			return float64(v.Int32()), nil
		}, nil
	case parquet.Int64:
		return cell.Number, func(v parquet.Value) (float64, error) {
			if !signed && v.Uint64() > cell.Exact {
				return 0, fmt.Errorf("%d is too large (max ±2⁵³, up to which integers are exact)", v.Uint64())
			}
			if i := v.Int64(); i > cell.Exact || i < -cell.Exact {
				return 0, fmt.Errorf("%d is too large (max ±2⁵³, up to which integers are exact)", i)
			}
			return float64(v.Int64()), nil
		}, nil
	case parquet.Int96:
		return cell.Date, impala, nil
	case parquet.Float:
		return cell.Number, func(v parquet.Value) (float64, error) { return bounded(float64(v.Float())) }, nil
	case parquet.Double:
		return cell.Number, func(v parquet.Value) (float64, error) { return bounded(v.Double()) }, nil
	case parquet.ByteArray:
		return cell.Category, func(v parquet.Value) (float64, error) {
			if !utf8.Valid(v.ByteArray()) {
				return 0, fmt.Errorf("%.40q is not UTF-8; text must be UTF-8", v.ByteArray())
			}
			return f.cells.Category(strings.TrimSpace(string(v.ByteArray()))), nil
		}, nil
	}
	return "", nil, unsupported(t)
}

// bounded checks a number; NaN is missing.
func bounded(v float64) (float64, error) {
	if math.Abs(v) > cell.Largest {
		return 0, fmt.Errorf("%g is too large (max ±%g)", v, float64(cell.Largest))
	}
	return v, nil
}

// stamps returns the reader of times since 1970 in a unit.
func stamps(unit time.Duration) (cell.Kind, reader, error) {
	n := int64(time.Second / unit)
	return cell.Date, func(v parquet.Value) (float64, error) {
		whole, rest := v.Int64()/n, v.Int64()%n
		if rest < 0 { // as for times before 1970 in text
			whole, rest = whole-1, rest+n
		}
		return float64(whole) + float64(rest)/float64(n), nil
	}, nil
}

// half reads a floating-point number of 16 bits, least significant byte first.
func half(v parquet.Value) (float64, error) {
	b := v.ByteArray()
	if len(b) != 2 {
		return 0, fmt.Errorf("the file is damaged: a half-precision number has %d bytes, want 2", len(b))
	}
	bits := binary.LittleEndian.Uint16(b)
	exponent, fraction := int(bits>>10&31), float64(bits&1023)
	x := math.Ldexp(1024+fraction, exponent-25)
	switch {
	case exponent == 0:
		x = math.Ldexp(fraction, -24)
	case exponent == 31 && fraction > 0:
		return math.NaN(), nil
	case exponent == 31:
		x = math.Inf(1)
	}
	return bounded(math.Copysign(x, 0.5-float64(bits>>15)))
}

// julian is the Julian day number of 1970-01-01, as INT96 counts days.
const julian = 2440588

// impala reads a 96-bit time as Spark, Hive and Impala write it: nanoseconds of the day, then the day.
func impala(v parquet.Value) (float64, error) {
	t := v.Int96()
	nanos := int64(uint64(t[1])<<32 | uint64(t[0]))
	whole, rest := nanos/1e9, nanos%1e9
	if rest < 0 {
		whole, rest = whole-1, rest+1e9
	}
	day := int64(int32(t[2])) - julian
	return float64(day*cell.Day+whole) + float64(rest)/1e9, nil
}

// unsupported returns the error for a type that cannot be a column of a table.
func unsupported(t parquet.Type) error {
	return fmt.Errorf("its type %s is unsupported, want numbers, booleans, text or dates", t)
}
