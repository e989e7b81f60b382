package ipynb

import (
	"errors"
	"fmt"
	"go/types"
	"math"
	"strconv"
	"strings"
)

// literal returns a value as Go, given its text on a command line: 20, 0.3, paper, true, and with commas for a slice.
func literal(p Parameter, text string) (string, error) {
	slice, isSlice := p.Type.(*types.Slice)
	if !isSlice {
		value, err := scalar(p.Type.(*types.Basic), text)
		if err != nil {
			return "", fmt.Errorf("ipynb: %s=%s must be a value of type %[4]s such as %[5]s: %[3]w", p.Name, text, err, p.Type, p.Usual)
		}
		return value, nil
	}
	var values []string
	for _, part := range strings.Split(text, ",") {
		if text == "" {
			break
		}
		value, err := scalar(slice.Elem().(*types.Basic), part)
		if err != nil {
			return "", fmt.Errorf("ipynb: %s=%s must be values of type %[4]s, separated by commas: %[3]w", p.Name, text, err, slice.Elem())
		}
		values = append(values, value)
	}
	return fmt.Sprintf("%s{%s}", p.Type, strings.Join(values, ", ")), nil
}

// bits holds the size of each number type; 0 means int, as in strconv.
var bits = map[types.BasicKind]int{
	types.Int: 0, types.Int8: 8, types.Int16: 16, types.Int32: 32, types.Int64: 64,
	types.Uint: 0, types.Uint8: 8, types.Uint16: 16, types.Uint32: 32, types.Uint64: 64,
	types.Float32: 32, types.Float64: 64,
}

// scalar returns a single value as Go.
func scalar(t *types.Basic, text string) (string, error) {
	var err error
	switch info := t.Info(); {
	case info&types.IsString != 0:
		return strconv.Quote(text), nil
	case info&types.IsBoolean != 0:
		if text != "true" && text != "false" {
			err = errors.New("neither true nor false")
		}
	case info&types.IsUnsigned != 0:
		_, err = strconv.ParseUint(text, 0, bits[t.Kind()])
	case info&types.IsInteger != 0:
		_, err = strconv.ParseInt(text, 0, bits[t.Kind()])
	default:
		var v float64
		v, err = strconv.ParseFloat(text, bits[t.Kind()])
		if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			err = errors.New("NaN and infinity are unsupported")
		}
		text = strconv.FormatFloat(v, 'g', -1, 64) // 08 is valid text for a float, but not in Go
	}
	var number *strconv.NumError
	if errors.As(err, &number) {
		err = number.Err
	}
	return text, err
}
